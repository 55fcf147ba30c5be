# Records of saut bench in brief: puzzle, encoding, horizon, solver, claim, outcome, evidence, check.
sed -E 's/"found_horizon":[0-9]+,//; s/.*"puzzle":"([^"]*)".*"encoding":"([^"]*)","horizon":([^,]*),"backend":"([^"]*)".*"claim":"([^"]*)","outcome":"([^"]*)","checked":([^,]*),"evidence":([^,]*),"check":"(([^"\\]|\\.)*)".*/\1, \2, \3, \4: \5, \6, \7, \8, \9/' "$@"
