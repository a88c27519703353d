// Package drawing draws the pairs that trainings learn from.
//
//	drawer.go    draws a configuration's pairs for a seed on a fold, each pool once
//	schedule.go  which of them an epoch holds
package drawing
