// Package record makes the record of an experiment: its chosen models, measured on test queries that played no part in the choice.
//
//	result.go      the record;  protocol.go, published.go, pools.go  of the experiment, of published ones, of the pairs
//	judge.go       measures;  tests.go  tests;  units.go  trained units;  controls.go  the first stage and its mixtures with the arms
//	fulfilment.go  which axioms the models fulfil;  mend.go, sharedcounts.go  compared with the judged arm
//	write.go       the files, with the runs of rankingfile.go
package record
