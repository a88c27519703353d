package settings

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
)

const (
	AxiomsKey  = "gen.axioms"
	RatioKey   = "gen.ratio"
	RestartKey = "train.restart"
	rankerKey  = "train.ranker"
	vectorsKey = "gen.vectors"
)

// axiomKeys are the keys that have no effect without axiomatic pairs.
var axiomKeys = append(configs.KeysNeeding("axioms"), "gen.axioms", "gen.delta_star", "gen.sample", "gen.violated_margin", "train.schedule")

// SharedKeys are the keys of the model, of its training, and of the judged pairs.
var SharedKeys = slices.Concat([]string{"gen.vectors", "gen.regular", "gen.positives", "gen.grades",
	"gen.negatives_per_positive", "gen.positives_per_query",
	"gen.negatives_per_query", "gen.absolute_margin", "gen.relative_margin", "gen.assumed_negatives", "train.margin", rankerKey},
	configs.KeysNeeding("network"))

// networkKeys are the keys that have no effect if a command is trained.
var networkKeys = append(configs.KeysNeeding("network"), "gen.vectors", "train.schedule")
