// Package features computes a network's inputs of queries and documents, once for all trainings that share them.
//
//	features.go  an input for every candidate, made document and copy;  extras.go  the extra features
//	options.go   the network of a configuration;  scorer.go  scores of a trained network
package features
