// Package trial trains once: a setting of an arm under a seed on a fold.
//
//	trial.go        the training, which stops early on dev;  regulariser.go  the pairs that judged ones bring
//	checkpoint.go   what lets it go on after a crash
package trial
