// Package train runs experiments: a DRMM trained on judged pairs with and without axiomatic ones, over seeds and folds. It
// is compared with controls on test queries that played no part in training. Each step is a package:
//
//	trial   one training: its queries, settings, inputs and pairs
//	report  the record, for people and for programs
//	sweep   experiments over a grid of settings
//
// experiment.go runs an experiment, plan.go describes it before it runs, and rerank.go ranks with a kept model. These train its arms:
//
//	check.go     returns an experiment's errors before any work is done
//	explorer.go  what all arms share: queries, settings, features
//	arms.go      the arms of one draw of judged queries: judged, with axioms; each keeps its best setting
//	unit.go      an arm under a seed on a fold: explores its settings, keeps the best model;  unitfiles.go  continues after a crash
//	ranker.go    explores the settings of an arm by calls of a user's command
//
// The command makes one call for each setting of an arm under a seed on a fold. A call learns from shards and scores the candidates of dev
// and test:
//
//	ranker_command.go   a command line with placeholders, and the files that it names
//	ranker_call.go      one call: its end, its last lines;  ranker_group_*.go  ends it with all its processes
//	ranker_input.go     its inputs: shards, candidates, queries, the collection;  ranker_output.go  checks the runs that it wrote
//	ranker_rankings.go  rankings, with a key of everything that decides them;  ranker_cache.go  stores and finds them
//
// The chosen models are measured on test: judge.go measures and tests them, the first stage, and mixtures of both; fulfilment.go counts the
// axiom instances that they fulfil; result.go and protocol.go make the record.
package train
