package quota

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// RankingTask names, in gen.mixture, the pairwise data set of judged and axiomatic pairs.
const RankingTask = "ranking"

// Mixture is gen.mixture: a list of tasks with amounts. A task is the ranking task, or a three-class task or task of pairs of an axiom.
type Mixture struct {
	Tasks       []string       // the names of the tasks
	Amounts     []*big.Rat     // positive numbers of rows, or of shares in any unit
	Ratios      bool           // true if Amounts are shares
	Axioms      []axioms.Axiom // the axiom of each three-class task; nil for other tasks
	Preferences []axioms.Axiom // the axiom of each task of pairs; nil for other tasks
	Weights     []float64      // the weight of each task's rows; it is set when the training split is mixed
}

// names returns a copy of a set of names, with the names of the tasks' axioms added.
func (m *Mixture) names(names map[string]bool) map[string]bool {
	if m == nil {
		return names
	}
	names = maps.Clone(names)
	for _, a := range m.NamedAxioms() {
		names[a.String()], names[axioms.Pool(a)] = true, true
	}
	return names
}

// ParseMixture parses gen.mixture, NAME=AMOUNT,NAME=AMOUNT; nil if the key is empty. Amounts are ratios if gen.rows is set or if no
// amount is above ratioLimit, and numbers of rows if not.
func ParseMixture(c *configs.Gen) (*Mixture, error) {
	if c.Mixture == "" {
		return nil, nil
	}
	if _, err := ParseClassQueries(c); err != nil {
		return nil, err
	}
	m, areWhole := &Mixture{Ratios: true}, true
	for _, part := range topLevel(c.Mixture) {
		i := strings.LastIndexByte(part, '=')
		if i < 0 || strings.HasSuffix(part, ")") {
			return nil, errs.BadUsage("write ranking=4,reg=1,anti-reg=1 or ranking=100000,reg=25000", "gen.mixture: %q gives no amount", part)
		}
		name, text := strings.TrimSpace(part[:i]), strings.TrimSpace(part[i+1:])
		amount, ok := new(big.Rat).SetString(text)
		if !ok || amount.Sign() <= 0 || amount.Cmp(maxAmount) > 0 {
			return nil, errs.BadUsage("give a positive number", "gen.mixture: %q is no amount", text)
		}
		var axiom, pairAxiom axioms.Axiom
		var err error
		if expression, ok := strings.CutPrefix(name, PairTask); ok {
			if pairAxiom, err = parseWithin(expression, c.DeltaStar); err != nil {
				return nil, err
			}
			if _, isTriple := pairAxiom.(axioms.Triple); isTriple {
				return nil, errs.BadUsage("name an axiom over two documents", "gen.mixture: %s prescribes no pairs", pairAxiom)
			}
			name = PairTask + pairAxiom.String()
		} else if name != RankingTask {
			if axiom, err = parseWithin(name, c.DeltaStar); err != nil {
				return nil, err
			}
			if _, ok := axiom.(axioms.Preference); !ok {
				return nil, errs.BadUsage("name an axiom over two documents", "gen.mixture: %s gives no verdict on a pair of documents", axiom)
			}
			name = axiom.String()
		}
		if err := CheckGrades(axiom, pairAxiom); err != nil {
			return nil, err
		}
		if slices.Contains(m.Tasks, name) {
			return nil, errs.BadUsage("name it once", "gen.mixture: the task %s stands there twice", name)
		}
		m.Tasks, m.Amounts, m.Axioms = append(m.Tasks, name), append(m.Amounts, amount), append(m.Axioms, axiom)
		m.Preferences = append(m.Preferences, pairAxiom)
		if err := checkNumber("gen.mixture", len(m.Tasks)); err != nil {
			return nil, err
		}
		areWhole = areWhole && amount.IsInt()
		if amount.Cmp(ratioLimit) > 0 && c.Rows == 0 {
			m.Ratios = false
		}
	}
	switch {
	case !m.Ratios && !areWhole:
		return nil, errs.BadUsage("give whole numbers of rows, or ratios and --set rows=N", "gen.mixture: %q mixes rows and ratios", c.Mixture)
	case m.Ratios && c.Rows == 0 && m.Ranking() < 0:
		return nil, errs.BadUsage("say how many rows there are in all with --set rows=N",
			"gen.mixture: ratios without the ranking task have no size")
	}
	return m, nil
}

var (
	ratioLimit = big.NewRat(100, 1)  // the largest ratio: amounts above it are rows
	maxAmount  = big.NewRat(1e12, 1) // the largest amount: it fits an int
)

// Ranking returns the index of the ranking task; -1 if there is none.
func (m *Mixture) Ranking() int { return slices.Index(m.Tasks, RankingTask) }

// ThreeClass reports whether any task has three classes.
func (m *Mixture) ThreeClass() bool {
	return slices.ContainsFunc(m.Axioms, func(a axioms.Axiom) bool { return a != nil })
}

// NamedAxioms returns the axioms of all tasks.
func (m *Mixture) NamedAxioms() []axioms.Axiom {
	if m == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Concat(m.Axioms, m.Preferences), func(a axioms.Axiom) bool { return a == nil })
}

// WithTasks returns the axioms, followed by the axioms of a mixture's tasks that are not among them.
func (a *Axioms) WithTasks(m *Mixture) *Axioms {
	all := *a
	all.All = slices.Clone(a.All)
	for _, task := range m.NamedAxioms() {
		if !slices.ContainsFunc(all.All, func(x axioms.Axiom) bool { return x.String() == task.String() }) {
			all.All = append(all.All, task)
		}
	}
	return &all
}

// PairTask is the prefix of a task of pairs in gen.mixture: pairs:tfc1=1. Its rows are pairs that the axiom prefers. They are filtered,
// resolved (among all such tasks) and drawn like axiomatic pairs, and belong to a pairwise task of this name.
const PairTask = "pairs:"

// The values of gen.ranking_rows, the unit of the rows of the ranking task, besides pairs.
const (
	CountPointwise = "pointwise" // a row is a query with one document: a pair has two rows
	CountGroups    = "groups"    // a row is a positive with tokenize.group_size - 1 negatives
)

// parseWithin parses one axiom. gen.delta_star is its length bound if the axiom takes a bound and the text has none.
func parseWithin(name, deltaStar string) (axioms.Axiom, error) {
	if _, err := axioms.Parse(name); err != nil {
		return nil, err
	}
	list, _, err := axioms.ParseListWithin(name, deltaStar)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// CheckRankingRows returns an error if gen.ranking_rows is groups and tokenize.group_size is not set.
func CheckRankingRows(c *configs.Config) error {
	if c.Gen.RankingRows == CountGroups && c.Tokenize.GroupSize < 2 {
		return errs.BadUsage("give --group-size", "gen.ranking_rows: groups have no size")
	}
	return nil
}

// trainingQueries is the value of gen.class_queries under which three-class tasks use all training queries.
const trainingQueries = "train"

// ClassQueries is gen.class_queries: the splits and numbers of queries that three-class tasks use; nil for all training queries.
type ClassQueries []QueriesOf

// QueriesOf is a split with a number of its queries.
type QueriesOf struct {
	Split string
	N     int
}

// ParseClassQueries parses "train", or train=100,dev=100,test=400.
func ParseClassQueries(g *configs.Gen) (list ClassQueries, err error) {
	if g.ClassQueries == trainingQueries {
		if g.UniqueQueries > 0 && g.Mixture != "" {
			return nil, errs.BadUsage("say with --set class_queries=SPLIT=N,SPLIT=N how many of each split",
				"gen.unique_queries: every training query is asked already")
		}
		return nil, nil
	}
	for _, part := range configs.List(g.ClassQueries) {
		split, number, _ := strings.Cut(part, "=")
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || split == "" {
			return nil, errs.BadUsage(errs.Suggestion(part, trainingQueries)+
				"use train, or numbers by split such as train=100,dev=100,test=400", "gen.class_queries: %q", part)
		}
		if slices.ContainsFunc(list, func(q QueriesOf) bool { return q.Split == split }) {
			return nil, errs.BadUsage("name it once", "gen.class_queries: the split %s stands there twice", split)
		}
		list = append(list, QueriesOf{split, n})
	}
	if len(list) == 0 {
		return nil, errs.BadUsage("use train, or numbers by split such as train=100,dev=100,test=400", "gen.class_queries is empty")
	}
	return list, nil
}

// CheckGrades returns an error for an axiom of training rows that reads the judgements. A nil axiom reads none.
func CheckGrades(list ...axioms.Axiom) error {
	for _, a := range list {
		if a != nil && a.Spec().Needs.Grades {
			return errs.BadUsage("leave it out; axiomine gen mine counts what it would find",
				"axiom %s asks the judgements: it is never in training data", a)
		}
	}
	return nil
}

// CheckClassSplits returns an error if gen.class_queries names a split that is not among splits. The split of gen.train_on has the name
// train.
func CheckClassSplits(c *configs.Config, splits []string) error {
	g := &c.Gen
	list, err := ParseClassQueries(g)
	if err != nil {
		return err
	}
	if g.TrainOn != "" {
		splits = append(slices.Clone(splits), trainingQueries)
	}
	total := 0
	for _, want := range list {
		total += want.N
	}
	for _, want := range list {
		if !slices.Contains(splits, want.Split) {
			hint := errs.Suggestion(want.Split, splits...) + "there are " + strings.Join(splits, ", ")
			if len(splits) == 1 {
				hint += fmt.Sprintf(`; --set class_queries=%s=%d takes as many, or --splits "hash 80/10/10" divides the queries`, splits[0], total)
			}
			return errs.BadUsage(hint, "gen.class_queries: there is no split %s", want.Split)
		}
	}
	return nil
}

// The values of gen.on_shortage, for tasks of a mixture with fewer available rows than wanted.
const (
	Fail   = "fail"
	Shrink = "shrink" // the whole mixture shrinks in proportion (ratios), or the task has all available rows (numbers)
	Repeat = "repeat" // the task's rows are repeated, one pass after another
	Skip   = "skip"   // the task is left out
	Accept = "accept" // the same as Shrink
)

// largestRemainder divides total in proportion to the amounts (Hamilton's method), and returns the parts, which sum to total. Each part is
// its quota rounded down. The remaining units go one by one to the parts with the largest remainders, and at a tie to the earlier part.
func largestRemainder(total int, amounts []*big.Rat) []int {
	sum := new(big.Rat)
	for _, a := range amounts {
		sum.Add(sum, a)
	}
	parts := make([]int, len(amounts))
	remainders := make([]*big.Rat, len(amounts))
	order := make([]int, len(amounts))
	remaining := total
	for i, a := range amounts {
		quota := new(big.Rat).Mul(a, new(big.Rat).SetInt64(int64(total)))
		quota.Quo(quota, sum)
		parts[i] = floor(quota)
		remainders[i] = quota.Sub(quota, new(big.Rat).SetInt64(int64(parts[i])))
		order[i] = i
		remaining -= parts[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return remainders[b].Cmp(remainders[a]) })
	for _, i := range order[:remaining] {
		parts[i]++
	}
	return parts
}

// floor returns the whole part of a number that is not negative.
func floor(x *big.Rat) int { return int(new(big.Int).Quo(x.Num(), x.Denom()).Int64()) }

// Total returns the largest number of all rows such that no task's quota exceeds its size, the number of its available rows. A negative
// size is no bound. At least one size must be a bound.
func (m *Mixture) Total(sizes []int) int {
	sum := new(big.Rat)
	for _, a := range m.Amounts {
		sum.Add(sum, a)
	}
	total := -1
	for i, a := range m.Amounts {
		if sizes[i] < 0 {
			continue
		}
		most := new(big.Rat).Mul(sum, new(big.Rat).SetInt64(int64(sizes[i])))
		if n := floor(most.Quo(most, a)); total < 0 || n < total {
			total = n
		}
	}
	return total
}

// TaskRows returns the number of rows of each task. total is the number of all rows; it is used only with ratios.
func (m *Mixture) TaskRows(total int) []int {
	if m.Ratios {
		return largestRemainder(total, m.Amounts)
	}
	return lists.Map(m.Amounts, floor)
}

// Settle returns the number of rows of each task. amounts are the wanted numbers, sizes the numbers of available rows. cannotRepeat is true
// for tasks that repetition cannot fill. A task with too few rows is an error if onShortage does not allow it.
func (m *Mixture) Settle(amounts, sizes []int, cannotRepeat []bool, onShortage string) ([]int, error) {
	rows := slices.Clone(amounts)
	var short []string
	for i := range rows {
		if amounts[i] <= sizes[i] {
			continue
		}
		if onShortage == Fail || onShortage == Repeat && cannotRepeat[i] {
			short = append(short, fmt.Sprintf("%s: %s wanted, %s there", m.Tasks[i], terminal.Plural(amounts[i], "row", "rows"),
				terminal.Group(sizes[i])))
		}
		switch onShortage {
		case Shrink, Accept:
			rows[i] = sizes[i]
		case Skip:
			rows[i] = 0
		}
	}
	if len(short) > 0 {
		return nil, errs.Short("ask for less, or give --on-shortage shrink, repeat or skip", "the mixture is short: %s",
			strings.Join(short, "; "))
	}
	if (onShortage == Shrink || onShortage == Accept) && m.Ratios && !slices.Equal(rows, amounts) {
		rows = m.TaskRows(m.Total(sizes))
	}
	return rows, nil
}
