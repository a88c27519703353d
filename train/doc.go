// Package train runs experiments: a DRMM trained on judged pairs with and without axiomatic ones, over seeds and folds. It
// is compared with controls on test queries that played no part in training. Each step is a package:
//
//	trial   one training: its queries, settings, inputs and pairs
//	ranker  a user's command instead of the network
//	arms    the arms of one draw of judged queries: judged, with axioms; each keeps its best setting on dev
//	report  the record, for people and for programs
//	sweep   experiments over a grid of settings
//
// experiment.go runs them, plan.go describes them before they run, and rerank.go ranks with a kept model. The kept models are measured on
// test: judge.go measures and tests, with the first stage and its mixtures; fulfilment.go asks which axioms they fulfil; result.go and
// protocol.go make the record.
package train
