package sample

// All is a number of pairs that means no limit.
const All = -1

// The values of Options. CONTRACT.md defines them.
const (
	Paired         = "paired"
	MultiGraded    = "multi-graded"
	Drop           = "drop"
	Keep           = "keep"
	Majority       = "majority"
	Append         = "append"
	Replace        = "replace"
	Uniform        = "uniform"
	Balanced       = "balanced"
	LengthBalanced = "length-balanced"
	Hard           = "hard"
	FromCandidates = "candidates"
	AllPositives   = "all"
	Top            = "top"
	// Under Ordered a relevant document is preferred to a relevant one of a lower grade, under Binary not.
	Ordered = "ordered"
	Binary  = "binary"
)

// GradedPool is the one axiomatic pool of the multi-graded strategy.
const GradedPool = "all"

// Options set how pools are made and drawn.
type Options struct {
	Strategy  string // form of the axiomatic pairs: paired or multi-graded
	Conflict  string // treatment of a pair that two axioms order differently: drop, keep or majority
	Budget    string // place of axiomatic pairs: append to the judged ones, or replace some of them
	Draw      string // the name of one of the drawOrders
	Positives string // relevant documents that are positives: candidates or all
	Negatives string // negatives that stay under a limit: random or top
	Grades    string // treatment of two relevant grades: ordered (the higher one is preferred) or binary
	MinGrade  int    // the lowest grade that is relevant
	Seed      uint64

	Judged               int // the maximum number of judged pairs; All means no limit
	NegativesPerPositive int // the maximum number of negatives of a positive; 0 means no limit
	AssumedPerPositive   int // the maximum number of these that nobody judged; 0 means no limit
	PositivesPerQuery    int // the maximum number of positives of a query; 0 means no limit
	NegativesPerQuery    int // the maximum number of negatives of a query; 0 means no limit

	// The bounds outside which a document is no negative: see Suspects. Scores are those of the candidate run. nil or 0 means no bound.
	SkipTop        int
	MaxScore       *float64
	WithinTop      int
	MinScore       *float64
	AbsoluteMargin *float64
	RelativeMargin *float64 // a share of the positive's score
	JudgedOnly     bool     // true if documents that nobody judged are no negatives of judged pairs
	// JudgedFirst is true if limits first leave out judged pairs whose negative nobody judged.
	JudgedFirst bool
	// EachFirst is true if, in balanced order, a query's judged pairs with a document that is in no earlier pair are first.
	EachFirst bool
	// Once is true if a pair that several axioms prefer is drawn for one of them alone.
	Once bool
	// StatedAlone is true if judged pairs whose negative nobody judged are left out for queries with a judged negative.
	StatedAlone bool
}

// Defaults returns the default options of CONTRACT.md.
func Defaults() Options {
	return Options{Strategy: Paired, Conflict: Drop, Budget: Append, Draw: Balanced, Positives: AllPositives, Negatives: Random,
		Grades: Ordered, MinGrade: 1, Seed: 42, Judged: All}
}
