package sample

import (
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestWarnings: by hand. A pool says how many of its pairs a run orders wrongly, if that is not all of them.
func TestWarnings(t *testing.T) {
	for violated, want := range map[int]string{
		3: "", 1: "tfc1: of 3 pairs that sample: hard drew, the run orders only 1 wrongly; the others are drawn as under balanced",
		0: "tfc1: of 3 pairs that sample: hard drew, the run orders none wrongly; the others are drawn as under balanced"} {
		got := (&Result{Ledger: []PoolLedger{{Name: "tfc1", Taken: 3, Violated: &violated}}}).Warnings(Hard)
		must.Equal(t, strings.Join(got, "\n"), want, "%d of 3: %q", violated, got)
	}
}

// TestJudgedLedger: by hand. Of ten pairs drawn six have a judged negative.
func TestJudgedLedger(t *testing.T) {
	r := &Result{JudgedLedger: JudgedLedger{JudgedSums: JudgedSums{Stated: PreferenceCounts{NotDrawn: 8}}, Taken: 10}}
	for i := range int32(10) {
		r.Judged = append(r.Judged, PoolInstance{Query: i})
	}
	r.Count(func(d PoolInstance) bool { return d.Query < 6 })
	l := &r.JudgedLedger
	if l.Stated != (PreferenceCounts{NotDrawn: 2, Used: 6}) {
		t.Errorf("%+v", l)
	}
}

// TestAgreement: by hand. Three of four pairs with one relevant document put it first. Documents that nobody judged count
// only where judges saw both documents of less than a tenth of these pairs.
func TestAgreement(t *testing.T) {
	if got := (&PoolLedger{Dropped: DropCounts{AlreadyJudged: 3, NonRelevantOverRelevant: 1}}).Agreement(); got == nil || *got != .75 {
		t.Errorf("%v, want .75", got)
	}
	if got := (&PoolLedger{Dropped: DropCounts{AlreadyJudged: 1}}).Agreement(); got == nil || *got != 1 {
		t.Errorf("%v of one pair, want 1", got)
	}
	seen := DropCounts{AlreadyJudged: 1, NonRelevantOverRelevant: 9, Seen: [2]int{0, 1}}
	if right, all := seen.Decisions(); right != 1 || all != 1 {
		t.Errorf("%d of %d, want only the pair that judges saw both documents of", right, all)
	}
	seen.NonRelevantOverRelevant++
	if right, all := seen.Decisions(); right != 1 || all != 11 {
		t.Errorf("%d of %d, want all pairs", right, all)
	}
	if got := new(PoolLedger).Agreement(); got != nil {
		t.Errorf("%v of no pair", *got)
	}
}

// judgedQuery has documents with the given grades, of which 1 and more are relevant; -1 stands for a document that nobody judged. The
// candidate run scores each one point below the one before it.
func judgedQuery(grades ...int) *Query { return judgedFrom(1, grades...) }

// judgedFrom is judgedQuery for any lowest relevant grade.
func judgedFrom(minGrade int, grades ...int) *Query {
	q := &Query{ID: "q", Hash: Hash("q"), Labelled: true}
	for i, g := range grades {
		id := fmt.Sprintf("d%d", i)
		q.Docs = append(q.Docs, Candidate{ID: id, Hash: Hash(id), Len: 5, Grade: max(g, 0), Judged: g >= 0, Rank: i + 1, RunScore: float64(-i)})
		for _, other := range grades[:i] {
			switch low, high := min(g, other), max(g, other); {
			case low < 0 || low == high:
			case high < minGrade:
				q.IrrelevantPairs++
			case low < minGrade:
				q.Stated++
			default:
				q.Graded++
			}
		}
	}
	q.Held, q.GradedHeld = q.Stated, q.Graded
	return q
}

func TestStatedPreferencesComeFirst(t *testing.T) {
	for _, c := range []struct {
		name    string
		grades  []int
		options func(*Options)
		judged  int // judged pairs whose negative is judged
		assumed int
	}{
		{"all", []int{1, 0, -1, -1}, func(*Options) {}, 1, 2},
		{"stated alone", []int{1, 0, -1, -1}, func(o *Options) { o.StatedAlone = true }, 1, 0},
		{"stated alone, none stated", []int{1, -1, -1}, func(o *Options) { o.StatedAlone = true }, 0, 2},
		{"judged only, none stated", []int{1, -1, -1}, func(o *Options) { o.JudgedOnly = true }, 0, 0},
		{"a limit of assumed ones", []int{1, -1, -1, 0, 0, -1}, func(o *Options) { o.AssumedPerPositive = 2 }, 2, 2},
		{"fewer assumed ones", []int{1, -1, 0}, func(o *Options) { o.AssumedPerPositive = 2 }, 1, 1},
		{"a limit leaves out assumed ones", []int{1, -1, -1, 0, 0}, func(o *Options) { o.JudgedFirst, o.NegativesPerPositive = true, 2 }, 2, 0},
		{"a limit has room for one", []int{1, -1, -1, 0}, func(o *Options) { o.JudgedFirst, o.NegativesPerQuery = true, 2 }, 1, 1},
		{"two grades of relevance", []int{2, 1, 0, -1}, func(*Options) {}, 3, 2},
		{"binary", []int{2, 1, 0, -1}, func(o *Options) { o.Grades = Binary }, 2, 2},
		{"a lower grade is a judged negative", []int{2, 1, -1}, func(o *Options) { o.StatedAlone = true }, 1, 0},
		{"only judged ones, each grade above the lower", []int{1, 2, 2, -1, 0}, func(o *Options) { o.JudgedOnly = true }, 5, 0},
		{"equal grades", []int{2, 2, -1}, func(*Options) {}, 0, 2},
		{"positives are from min_grade on", []int{2, 1, 0}, func(o *Options) { o.MinGrade = 2 }, 2, 0},
		{"one negative a query", []int{2, 1, 1, 0}, func(o *Options) { o.NegativesPerQuery, o.Grades = 1, Ordered }, -1, 0},
		{"one positive a query", []int{2, 1, 1, 0, -1}, func(o *Options) { o.PositivesPerQuery = 1 }, -1, 1},
		{"a lower grade among the first of the run", []int{2, 1, 0}, func(o *Options) { o.SkipTop = 2 }, 2, 0},
		{"a lower grade within a margin", []int{2, 1, 0}, func(o *Options) { o.AbsoluteMargin = new(0.5) }, 3, 0},
		{"a margin leaves it out", []int{2, 1, 0}, func(o *Options) { o.AbsoluteMargin = new(1.5) }, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Defaults()
			c.options(&o)
			q := judgedQuery(c.grades...)
			judged, assumed := 0, 0
			for _, in := range o.sides(q).judgedPairs(1, nil) {
				if q.isJudged(in.Neg) {
					judged++
				} else {
					assumed++
				}
			}
			if c.judged >= 0 && judged != c.judged || assumed != c.assumed { // below 0: keys decide
				t.Errorf("%d judged, %d assumed; want %d, %d", judged, assumed, c.judged, c.assumed)
			}
			if n := o.JudgedCount(q); n != judged+assumed {
				t.Errorf("JudgedCount is %d, listed are %d", n, judged+assumed)
			}
		})
	}
}

// TestCountStated: by hand, of grades 2, 1 and 0 and an unjudged document. Three preferences are stated, of which one is between relevant
// documents. One negative for each positive leaves one out.
func TestCountStated(t *testing.T) {
	q := judgedQuery(2, 1, 0, -1)
	for name, c := range map[string]struct {
		edit func(o *Options)
		want PreferenceCounts
	}{
		"all":    {func(*Options) {}, PreferenceCounts{All: 3, NotDrawn: 3}},
		"binary": {func(o *Options) { o.Grades = Binary }, PreferenceCounts{All: 3, SameSide: 1, NotDrawn: 2}},
		"one each": {func(o *Options) { o.NegativesPerPositive, o.JudgedFirst = 1, true },
			PreferenceCounts{All: 3, BeyondLimit: 1, NotDrawn: 2}},
		"a filter": {func(o *Options) { o.SkipTop = 3 }, PreferenceCounts{All: 3, LeftOut: 3}},
	} {
		o := Defaults()
		c.edit(&o)
		lists := o.sides(q)
		must.Equal(t, o.countStated(q, lists.countUnlimited().judged, lists.judgedPairs(1, nil)), c.want, "%s", name)
	}
	q.Labelled = false
	o := Defaults()
	if got := o.countStated(q, 0, nil); got != (PreferenceCounts{All: 3, NotInUse: 3}) {
		t.Errorf("of a query whose labels are not in use: %+v", got)
	}
}
