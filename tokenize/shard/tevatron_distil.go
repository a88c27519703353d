package shard

var tevatronDistilFormat = format{
	name:    "tevatron-distil",
	about:   "tevatron distillation: the groups of tevatron, a score with every passage",
	use:     "tevatron.retriever.driver.train_distil --dataset_name json --dataset_path DIR/tevatron-distil/train-00000-of-N.jsonl",
	needs:   needs{groups: true, weights: true},
	parts:   tevatronDistilParts,
	folders: []folder{{"", tevatronLines(true)}},
}

// tevatronDistilParts are the same groups for distillation, with the score that the teacher gives each passage. Pairs
// without both scores are left out.
func tevatronDistilParts(p *plan) []part { return tevatronGroups(p, "tevatron-distil", true) }
