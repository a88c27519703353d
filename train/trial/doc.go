// Package trial runs one training: a setting of an arm under a seed on a fold.
//
//	trial.go        the training, with early stopping on dev
//	checkpoint.go   how it continues after a crash
package trial
