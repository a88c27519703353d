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
	// Ordered prefers a relevant document to a relevant one of a lower grade; Binary does not.
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
	NegativesPerPositive int // a maximum; 0 means no limit
	AssumedPerPositive   int // the maximum number of negatives that nobody judged; 0 means no limit
	PositivesPerQuery    int // a maximum; 0 means no limit
	NegativesPerQuery    int // a maximum; 0 means no limit

	// The bounds outside which a document is no negative, see Suspects. Scores are those of the candidate run; nil or 0 sets no bound.
	SkipTop        int
	MaxScore       *float64
	WithinTop      int
	MinScore       *float64
	AbsoluteMargin *float64
	RelativeMargin *float64 // a share of the positive's score
	JudgedOnly     bool     // makes documents that nobody judged no negatives of judged pairs
	// JudgedFirst lets limits and numbers leave out judged pairs whose negative nobody judged before those with a judged one.
	JudgedFirst bool
	// EachFirst puts, in balanced order, a query's judged pairs that name a document for the first time before its other pairs.
	EachFirst bool
	// Once draws a pair that several axioms prefer for one of them alone.
	Once bool
	// StatedAlone leaves out judged pairs whose negative nobody judged, if the query has a judged negative.
	StatedAlone bool
}

// Defaults returns the default options of CONTRACT.md.
func Defaults() Options {
	return Options{Strategy: Paired, Conflict: Drop, Budget: Append, Draw: Balanced, Positives: AllPositives, Negatives: Random,
		Grades: Ordered, MinGrade: 1, Seed: 42, Judged: All}
}
