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
	Strategy  string // is paired or multi-graded
	Conflict  string // says what becomes of a pair that two axioms order differently: drop, keep or majority
	Budget    string // says whether axiomatic pairs displace judged ones: append or replace
	Draw      string // is the name of one of the drawOrders
	Positives string // says which relevant documents are positives: candidates or all
	Negatives string // says which negatives stay under a limit: random or top
	Grades    string // says whether a higher grade is preferred to a lower one that is relevant too: ordered or binary
	MinGrade  int    // is the lowest grade that is relevant
	Seed      uint64

	Judged               int // is the maximum number of judged pairs; All means no limit
	NegativesPerPositive int // is a maximum; 0 means no limit
	AssumedPerPositive   int // is the maximum number of negatives that nobody judged; 0 means no limit
	PositivesPerQuery    int // is a maximum; 0 means no limit
	NegativesPerQuery    int // is a maximum; 0 means no limit

	// The bounds outside which a document is no negative, see Suspects. Scores are those of the candidate run; nil or 0 sets no bound.
	SkipTop        int
	MaxScore       *float64
	WithinTop      int
	MinScore       *float64
	AbsoluteMargin *float64
	RelativeMargin *float64 // is a share of the positive's score
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
