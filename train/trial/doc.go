// Package trial runs one training: a setting of an arm under a seed on a fold.
//
//	grid.go        the settings that the arms choose from on dev
//	division.go    divides the queries, tunes the first stage on dev, finds candidates;  firststage.go  scores of the first stage
//	features.go    the network's inputs of queries and documents, once for all trainings that share them
//	pairs.go       draws a configuration's pairs, each pool once;  schedule.go  the pairs of each epoch
//	trial.go       the training, with early stopping on dev
//	memory.go      finds an equal training
package trial
