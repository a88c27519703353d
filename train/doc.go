// Package train runs experiments: a DRMM trained on judged pairs with and without axiomatic ones, over seeds and folds. It
// is compared with controls on test queries that played no part in training. Each step is a package:
//
//	settings   the settings that the arms choose from on dev: the same number for each
//	division   divides the queries, tunes the first stage on dev, finds candidates
//	features   a network's inputs of queries and documents
//	drawing    the training pairs, epoch by epoch
//	trial      one training, which continues after a crash
//	ranker     a user's command instead of features and trial
//	arms       the arms of one draw of judged queries: judged, with axioms, the ablation; each keeps its best setting on dev
//	record     measures the kept models on test, with the first stage and its mixtures
//
// experiment.go runs them, plan.go describes them before they run, and rerank.go ranks with a kept model.
package train
