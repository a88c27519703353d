package gen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/serve"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// answers runs a server over the demo and gives its lines after the first.
func answers(t testing.TB, s *serve.Server, requests ...string) []string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, s.Run(context.Background(), strings.NewReader(strings.Join(requests, "\n")), &out))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	return lines[1:]
}

func demoServer(t testing.TB, edit func(*configs.Config)) *serve.Server {
	t.Helper()
	p := start(t, "demo", demo, func(c *configs.Config) {
		c.Gen.Vectors, c.Gen.Axioms, c.Gen.Ratio = "", "length-safe, tfc1", "1:1"
		if edit != nil {
			edit(c)
		}
	})
	return must.Get(serve.New(ready(t, p)))(t)
}

func decoded[T any](t testing.TB, line string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(line), &v); err != nil || strings.Contains(line, `"error"`) {
		t.Fatalf("%v: %s", err, line)
	}
	return v
}

type (
	queryList struct {
		Queries, Texts []string
		Documents      [][]string
	}
	stated struct {
		List, Axiom int
		Pos, Neg    []int
	}
	found struct {
		Pairs  []stated
		Obeyed int
	}
	drawnRows struct {
		Axioms, Query, Pos, Neg []string
		Axiom                   []int
		Weight, Margin          []float64
	}
	scoredList struct {
		Query     string    `json:"query"`
		Documents []string  `json:"documents"`
		Scores    []float64 `json:"scores,omitempty"`
	}
)

// rowsOf are the rows as text, in order.
func (d drawnRows) rowsOf() (rows []string) {
	for i := range d.Query {
		rows = append(rows, fmt.Sprintf("%s %s %s %s %v %v", d.Query[i], d.Pos[i], d.Neg[i], d.Axioms[d.Axiom[i]], d.Weight[i], d.Margin[i]))
	}
	return rows
}

// request is a line that asks an operation about all training queries under random scores of few values, so that some are equal.
func request(t *testing.T, q queryList, op string, margin float64) (string, []scoredList) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 7))
	lists := make([]scoredList, len(q.Queries))
	for i := range lists {
		lists[i] = scoredList{q.Queries[i], q.Documents[i], nil}
		for range q.Documents[i] {
			lists[i].Scores = append(lists[i].Scores, float64(random.IntN(8))/4)
		}
	}
	asked := map[string]any{"op": op, "lists": lists}
	if op == "preferences" { // it takes no scores
		plain := slices.Clone(lists)
		for i := range plain {
			plain[i].Scores = nil
		}
		asked["lists"] = plain
	} else {
		asked["margin"] = margin
	}
	raw := must.Get(json.Marshal(asked))(t)
	return string(raw), lists
}

// TestServedViolations: violated gives, of all preferences, those that the scores do not fulfil or fulfil by less than the margin.
func TestServedViolations(t *testing.T) {
	s := demoServer(t, nil)
	q := decoded[queryList](t, answers(t, s, `{"op": "queries"}`)[0])
	list, err := axioms.ParseList("length-safe, tfc1") // in the server's order: a weak axiom is fulfilled by equal scores
	must.Do(t, err)
	for _, margin := range []float64{0, .5} {
		violated, lists := request(t, q, "violated", margin)
		preferences, _ := request(t, q, "preferences", 0)
		lines := answers(t, s, preferences, violated)
		var want []string
		all, obeyed := decoded[found](t, lines[0]), 0
		for _, p := range all.Pairs {
			for i := range p.Pos {
				first, second := lists[p.List].Scores[p.Pos[i]], lists[p.List].Scores[p.Neg[i]]
				if axioms.Fulfilled(list[p.Axiom].Spec().Weak, first, second) && first-second >= margin {
					obeyed++
				} else {
					want = append(want, fmt.Sprint(p.List, p.Axiom, p.Pos[i], p.Neg[i]))
				}
			}
		}
		got := decoded[found](t, lines[1])
		var have []string
		for _, p := range got.Pairs {
			for i := range p.Pos {
				have = append(have, fmt.Sprint(p.List, p.Axiom, p.Pos[i], p.Neg[i]))
			}
		}
		if obeyed == 0 || len(want) == 0 || got.Obeyed != obeyed || !slices.Equal(have, want) {
			t.Errorf("margin %v: %d violated and %d obeyed, want %d and %d", margin, len(have), got.Obeyed, len(want), obeyed)
		}
	}
}

// TestServedDraw: rows are those of gen under the same configuration: also where scores stand for gen.violated_by, and with another seed.
func TestServedDraw(t *testing.T) {
	s := demoServer(t, func(c *configs.Config) { c.Gen.JudgedQueries = 0 })
	q := decoded[queryList](t, answers(t, s, `{"op": "queries"}`)[0])
	live, lists := request(t, q, "draw", .25)
	run := filepath.Join(t.TempDir(), "run.txt")
	var lines strings.Builder
	for _, l := range lists {
		for i, d := range l.Documents {
			fmt.Fprintf(&lines, "%s Q0 %s 0 %v model\n", l.Query, d, l.Scores[i])
		}
	}
	must.Do(t, os.WriteFile(run, []byte(lines.String()), 0o666))
	got := answers(t, s, `{"op": "draw"}`, `{"op": "draw", "seed": 7}`, live)
	seen := map[string]bool{}
	for i, edit := range []func(*configs.Config){
		func(*configs.Config) {},
		func(c *configs.Config) { c.Gen.Seed = 7 },
		func(c *configs.Config) { c.Gen.ViolatedBy, c.Gen.ViolatedMargin = run, .25 },
	} {
		p := start(t, "demo", demo, func(c *configs.Config) {
			c.Gen.Vectors, c.Gen.Axioms, c.Gen.Ratio, c.Gen.JudgedQueries = "", "length-safe, tfc1", "1:1", 0
			edit(c)
		})
		data, _, err := sampled(ready(t, p))
		must.Do(t, err)
		var want []string
		for _, r := range data[0].Rows() {
			want = append(want, fmt.Sprintf("%s %s %s %s %v %v", r.QueryID, r.PosID, r.NegID, r.Axiom, r.Weight, r.Margin))
		}
		have := decoded[drawnRows](t, got[i]).rowsOf()
		if len(want) < 20 || !slices.Equal(have, want) {
			t.Errorf("draw %d: %d rows, want %d", i, len(have), len(want))
		}
		seen[strings.Join(have, "\n")] = true
	}
	if len(seen) != 3 {
		t.Errorf("three draws gave %d different data sets", len(seen))
	}
}

// TestServedLabels: a seed of a draw looks at no more labels than the configuration allows.
func TestServedLabels(t *testing.T) {
	s := demoServer(t, func(c *configs.Config) { c.Gen.JudgedQueries = 2 })
	judged := map[string]bool{}
	for seed := range 6 {
		rows := decoded[drawnRows](t, answers(t, s, fmt.Sprintf(`{"op": "draw", "seed": %d}`, seed))[0])
		for i, q := range rows.Query {
			if rows.Axioms[rows.Axiom[i]] == "" {
				judged[q] = true
			}
		}
	}
	if len(judged) != 2 {
		t.Errorf("six draws used the labels of %d queries, want 2", len(judged))
	}
}

// TestServedAtAnyThreadCount: answers are the same bytes.
func TestServedAtAnyThreadCount(t *testing.T) {
	said := func(threads int) string {
		s := demoServer(t, func(c *configs.Config) { c.Gen.Threads = threads })
		q := decoded[queryList](t, answers(t, s, `{"op": "queries"}`)[0])
		violated, _ := request(t, q, "violated", 0)
		draw, _ := request(t, q, "draw", 0)
		return strings.Join(answers(t, s, violated, draw), "\n")
	}
	must.Equal(t, said(1), said(8), "1 and 8 threads answer differently")
}

// FuzzServe: whatever is asked, one line of JSON is the answer.
func FuzzServe(f *testing.F) {
	s := demoServer(f, nil)
	for _, seed := range []string{`{"op":"queries"}`, `{"op":"draw","seed":3}`, `{"op":"texts","documents":["x"]}`, `{"op":`, `[]`,
		`{"id":{},"op":"draw"}`,
		`{"op":"violated","lists":[{"text":"blue whale","documents":[],"scores":[]}],"margin":-1}`,
		`{"op":"preferences","lists":[{"query":"1"}]}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.NewReplacer("\n", " ", "\r", " ").Replace(line)
		if strings.TrimSpace(line) == "" {
			return
		}
		var got []string
		budgettest.Run(t, len(line), func() { got = answers(t, s, line) })
		if len(got) != 1 || !json.Valid([]byte(got[0])) {
			t.Errorf("%q: %q", line, got)
		}
	})
}
