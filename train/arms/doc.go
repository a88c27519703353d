// Package arms trains the arms of an experiment: judged pairs with and without axiomatic ones.
//
//	explorer.go  what all arms share: queries, settings, features
//	arms.go      the arms of one draw of judged queries: judged, with axioms
//	unit.go      an arm under a seed on a fold: explores its settings, keeps the best model;  unitfiles.go  continues after a crash
//	ranker.go    the same by a user's command, whose calls may be made in parts
//	check.go     returns an experiment's errors before any work is done
package arms
