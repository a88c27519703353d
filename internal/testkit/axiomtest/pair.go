package axiomtest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/axioms"
	"pgregory.net/rapid"
)

// checkPreference checks an axiom over two documents and counts how often it prefers the first of a
// pair.
func checkPreference(t *rapid.T, a axioms.Preference, define pairDefinition) (count int) {
	p := newPairChecks(t, a, anyWorld(t))
	count = p.checkDefinition(define)
	p.checkAntisymmetry()
	p.checkExplanations()
	p.checkRows()
	p.checkReload()
	p.checkNeeds()
	return count
}

// RunLong compares an axiom with its plain definition on queries of more than 64 terms.
func RunLong(t *testing.T, a axioms.Preference) {
	t.Helper()
	t.Run(a.String(), func(t *testing.T) {
		define, err := pairDefinitionOf(a)
		if err != nil {
			t.Fatal(err)
		}
		checkEnough(t, func(t *rapid.T) int { return newPairChecks(t, a, longWorld(t)).checkDefinition(define) })
	})
}

// pairChecks holds an axiom's answers on all ordered pairs of a world's documents.
type pairChecks struct {
	*rapid.T
	axiom      axioms.Preference
	world      *world
	encoded    *encodedWorld
	collection *axioms.Collection
	judge      axioms.Judge
	want       [][]axioms.Verdict
}

func newPairChecks(t *rapid.T, a axioms.Preference, w *world) *pairChecks {
	e := w.encode(numberInOrder())
	p := &pairChecks{T: t, axiom: a, world: w, encoded: e, collection: e.collection(a.Spec().Needs)}
	p.judge = a.Bind(e.query, p.collection)
	p.judge.Load(e.docs)
	p.want = matrix(p.judge, len(e.docs))
	return p
}

func matrix(judge axioms.Judge, n int) [][]axioms.Verdict {
	all := make([][]axioms.Verdict, n)
	for i := range all {
		all[i] = make([]axioms.Verdict, n)
		for j := range all[i] {
			all[i][j] = judge.Compare(i, j)
		}
	}
	return all
}

// allVerdicts returns the verdicts on every ordered pair.
func allVerdicts(a axioms.Preference, q axioms.Query, docs []axioms.Doc, c *axioms.Collection) [][]axioms.Verdict {
	judge := a.Bind(q, c)
	judge.Load(docs)
	return matrix(judge, len(docs))
}

func (p *pairChecks) checkEqual(label string, verdicts [][]axioms.Verdict) {
	if !slices.EqualFunc(p.want, verdicts, slices.Equal) {
		p.Fatalf("%s: %v, want %v", label, verdicts, p.want)
	}
}

func (p *pairChecks) checkDefinition(define pairDefinition) (count int) {
	for i, x := range p.world.docs {
		for j, y := range p.world.docs {
			verdict, want := p.want[i][j], define(p.world, x, y)
			if verdict != want {
				p.Fatalf("(%v, %v) for %v gives %d, its definition %d", x.words, y.words, p.world.query, verdict, want)
			}
			if verdict == axioms.First {
				count++
			}
		}
	}
	return count
}

func (p *pairChecks) checkAntisymmetry() {
	byID := p.axiom.Spec().Needs.File
	for i := range p.want {
		for j := range p.want {
			switch v := p.want[i][j]; {
			case v < axioms.Void || v > axioms.First:
				p.Fatalf("%d is no verdict", v)
			case p.want[j][i] != v.Swap():
				p.Fatalf("(%d, %d) gives %d, (%d, %d) gives %d", i, j, v, j, i, p.want[j][i])
			case isIdentical(p.world.docs[i], p.world.docs[j], byID) && v.Preference() != 0:
				p.Fatalf("identical documents %d and %d give %d", i, j, v)
			}
		}
	}
}

func isIdentical(a, b document, byID bool) bool {
	return (!byID || a.id == b.id) && slices.Equal(a.words, b.words) && (a.score == b.score || a.score != a.score && b.score != b.score) &&
		a.rank == b.rank && a.grade == b.grade
}

func (p *pairChecks) checkExplanations() {
	x, ok := p.axiom.(axioms.Explainer)
	if !ok {
		return
	}
	docs := p.encoded.docs
	for i := range p.want {
		for j := range i {
			e := x.Explain(&axioms.Case{Query: p.encoded.query, Docs: []axioms.Doc{docs[i], docs[j]}, Names: []string{"d1", "d2"},
				Candidates: docs, Collection: p.collection, Word: p.encoded.numbers.word})
			if e.Verdict != p.want[i][j] {
				p.Fatalf("(%d, %d) gives %d, but the conditions amount to %d: %+v", i, j, p.want[i][j], e.Verdict, e)
			}
			if text := fmt.Sprintf("%+v", e); e.Answer == "" || strings.Contains(text, "%!") {
				p.Fatalf("the conditions are not well worded: %s", text)
			}
		}
	}
}

func (p *pairChecks) checkRows() {
	const blank = axioms.Verdict(7)
	for i, want := range p.want {
		out := slices.Repeat([]axioms.Verdict{blank}, len(want))
		p.judge.Row(i, out)
		if !slices.Equal(out[i+1:], want[i+1:]) {
			p.Fatalf("row %d is %v, want %v", i, out[i+1:], want[i+1:])
		}
		if slices.ContainsFunc(out[:i+1], func(v axioms.Verdict) bool { return v != blank }) {
			p.Fatalf("row %d wrote before its place", i)
		}
	}
}

func (p *pairChecks) checkReload() {
	docs := p.encoded.docs
	p.judge.Load(docs[:len(docs)/2])
	p.judge.Load(slices.Concat(docs, docs))
	p.judge.Load(docs)
	p.checkEqual("loaded again", matrix(p.judge, len(docs)))
}

// checkNeeds changes everything that must not matter: the order of the query and of the candidates,
// ids of terms, and all that the axiom's Needs do not list.
func (p *pairChecks) checkNeeds() {
	spec, docs := p.axiom.Spec(), p.encoded.docs
	if !spec.Ordered {
		q := axioms.Query{ID: p.encoded.query.ID, Terms: rapid.Permutation(p.encoded.query.Terms).Draw(p.T, "permuted query")}
		p.checkEqual("permuted query", allVerdicts(p.axiom, q, docs, p.collection))
	}
	r := p.world.encode(numberScattered())
	p.checkEqual("renamed ids", allVerdicts(p.axiom, r.query, r.docs, r.collection(spec.Needs)))

	backward := slices.Clone(docs)
	slices.Reverse(backward)
	matrix := allVerdicts(p.axiom, p.encoded.query, backward, p.collection)
	for _, row := range matrix {
		slices.Reverse(row)
	}
	slices.Reverse(matrix)
	p.checkEqual("candidates in another order", matrix)

	copies := slices.Clone(docs)
	for i := range copies {
		changeUnneeded(&copies[i], spec.Needs, i)
	}
	p.checkEqual("a change of what Needs does not name", allVerdicts(p.axiom, p.encoded.query, copies, p.collection))
}

func changeUnneeded(d *axioms.Doc, needs axioms.Needs, number int) {
	if !needs.Positions {
		d.Terms = slices.Sorted(slices.Values(d.Terms))
	}
	if !needs.Scores {
		d.Score = math.NaN()
	}
	if !needs.Ranks {
		d.Rank = 0
	}
	if !needs.Grades {
		d.Grade = number
	}
	if !needs.File {
		d.ID = fmt.Sprint(number)
	}
}
