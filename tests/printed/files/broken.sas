begin_version
3
end_version
begin_metric
7
