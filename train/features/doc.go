// Package features computes what a network sees of queries and documents, once for all trainings that see the same.
//
//	features.go  an input for every candidate, made document and copy;  extras.go  its extra features
//	options.go   the network of a configuration;  scorer.go  a trained one asked
package features
