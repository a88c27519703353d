// Package train runs experiments: a DRMM trained on judged pairs with and without axiomatic ones, over seeds and folds,
// beside its controls, tested on queries it never saw.
//
//	division.go   divides the queries, tunes the first stage on dev, finds candidates
//	settings.go   what the arms choose from on dev: as many cells for each
//	arms.go       the arms of one draw of judged queries: judged, with axioms, the ablation
//	unit.go       an arm under a seed on a fold: explores its cells, keeps the best model
//	pools.go      the pairs that a cell learns from;  regulariser.go  what judged ones bring;  features.go, extras.go  what its network sees
//	cell.go       one training;  kept.go, checkpoint.go  what lets it go on after a crash
//	affinity.go   which axioms help which: sets of axioms instead of arms;  cluster.go  joins those that do
//	result.go     measures what was chosen on test;  controls.go  the first stage and its mixtures
package train
