// Package train runs experiments: a DRMM trained on judged pairs with and without axiomatic ones, over seeds and folds,
// beside its controls, tested on queries it never saw. Each step of the way is a package:
//
//	settings   what the arms choose from on dev: as many settings for each
//	division   divides the queries, tunes the first stage on dev, finds candidates
//	features   what a network sees of queries and documents
//	drawing    the pairs that a training learns from, epoch by epoch
//	trial      one training, which goes on after a crash
//	ranker     a command of the user's in the place of features and trial
//	arms       the arms of one draw of judged queries: judged, with axioms, the ablation; each keeps its best on dev
//	record     measures what was kept on test, beside the first stage and its mixtures
//
// experiment.go runs them, plan.go says before what they would do, rerank.go ranks with a model that was kept. Package affinity is an
// experiment of another kind: which axioms help which.
package train
