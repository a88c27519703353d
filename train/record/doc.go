// Package record puts on record what an experiment found: its chosen models measured on test queries that nothing was chosen on.
//
//	result.go      the record;  protocol.go, published.go, pools.go  what it says of the experiment, of others', of the pairs
//	measure.go     measures and tests;  controls.go  the first stage and its mixtures with the arms
//	fulfilment.go  which axioms the models obey;  mend.go, paired.go  against the judged arm's
//	write.go       the files, with the runs of ranked.go
package record
