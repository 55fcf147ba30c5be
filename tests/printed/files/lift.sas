begin_version
3
end_version
begin_metric
1
end_metric
1
begin_variable
var0
-1
3
Atom at(low)
Atom at(middle)
Atom at(high)
end_variable
0
begin_state
0
end_state
begin_goal
1
0 2
end_goal
2
begin_operator
up low middle
0
1
0 0 0 1
2
end_operator
begin_operator
up middle high
0
1
0 0 1 2
3
end_operator
0
