// Package trainpairs draws the training pairs of experiments.
//
//	drawer.go    draws a configuration's pairs for a seed on a fold, each pool once
//	schedule.go  the pairs of each epoch
package trainpairs
