package settings

const (
	AxiomsKey  = "gen.axioms"
	RatioKey   = "gen.ratio"
	RestartKey = "train.restart"
	rankerKey  = "train.ranker"
	vectorsKey = "gen.vectors"
)

// axiomKeys are the keys that have no effect without axiomatic pairs.
var axiomKeys = []string{"gen.axioms", "gen.delta_star", "gen.ratio", "gen.pairs", "gen.strategy", "gen.budget", "gen.sample",
	"gen.violated_by", "gen.violated_margin", "gen.weights", "gen.pool", "gen.conflict",
	"train.schedule", "train.axiom_margin", "train.axiom_weight"}

// SharedKeys are the keys of the model, of its training, and of the judged pairs.
var SharedKeys = []string{"gen.vectors", "gen.regular", "gen.positives", "gen.grades",
	"gen.negatives_per_positive", "gen.positives_per_query",
	"gen.negatives_per_query", "gen.absolute_margin", "gen.relative_margin", "gen.assumed_negatives", "train.histogram", "train.gating",
	"train.epochs", "train.patience", "train.pairs_per_epoch", "train.batch_size", "train.learning_rate",
	"train.margin", "train.gate_start", "train.cosine_scale", "train.features", "train.engine", rankerKey}

// NetworkKeys are the keys that have no effect if a command is trained.
var NetworkKeys = []string{"gen.vectors", "train.histogram", "train.gating", "train.epochs", "train.patience",
	"train.pairs_per_epoch", "train.batch_size", "train.learning_rate", "train.gate_start", "train.cosine_scale",
	"train.features", "train.engine", "train.schedule"}
