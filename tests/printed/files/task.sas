begin_version
3
end_version
begin_metric
0
end_metric
2
begin_variable
var0
-1
2
Atom at(north)
Atom at(south)
end_variable
begin_variable
var1
-1
2
Atom lit()
NegatedAtom lit()
end_variable
0
begin_state
0
1
end_state
begin_goal
2
0 0
1 0
end_goal
3
begin_operator
go north south
0
1
0 0 0 1
1
end_operator
begin_operator
go south north
0
1
0 0 1 0
1
end_operator
begin_operator
light south
1
0 1
1
0 1 1 0
1
end_operator
0
