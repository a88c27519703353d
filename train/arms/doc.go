// Package arms trains the arms of an experiment: judged pairs with and without axiomatic ones.
//
//	explorer.go  what all arms share: queries, settings, features (seen.go)
//	arms.go      the arms of one draw of judged queries: judged, with axioms, the ablation
//	unit.go      an arm under a seed on a fold: explores its settings, keeps the best model;  kept.go  goes on after a crash
//	ranker.go    the same by a command of the user's, whose calls may be made in parts
//	check.go     refuses before any work is done what an experiment would refuse
package arms
