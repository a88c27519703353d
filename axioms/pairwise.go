package axioms

import "slices"

// pairwise is the judge of an axiom that is features of one document and a comparison of two documents' features. The
// rule is written once; Compare and Row both ask it.
type pairwise[F any] struct {
	window   window
	features func(docs []Doc, old []F) []F // one F a document; it may use old's memory
	compare  func(a, b *F) Verdict
	loaded   []F
	*scratch
	standing func(f *F) standing // what compare comes down to, if it is a standing's; else nil
	ordered  bool                // order answers rows

	// What Wins may know beside: a standing that gives the preferences of compare, though not whether its precondition holds, a key
	// without which in common no candidate is preferred to another, and what says so faster than compare; nil where there is none.
	preferred func(f *F) standing
	key       func(f *F) uint64
	may       func(a, b *F) bool
}

// scratch is what a judge finds rows and wins with.
type scratch struct {
	order  order
	chains chains
}

// judge makes the judge of a rule under the length bound of b.
func judge[F any](b *binding, features func(docs []Doc, old []F) []F, compare func(a, b *F) Verdict) *pairwise[F] {
	p := &pairwise[F]{window: newWindow(b.bound), features: features, compare: compare}
	if last := reuse(b.among, p); last != nil {
		p.loaded, p.scratch = last.loaded, last.scratch
		p.window.of(&last.window)
		return p
	}
	p.scratch = new(scratch)
	return p
}

// ranked makes the judge of an axiom that prefers the larger number, under the length bound of b.
func ranked[F any](b *binding, features func(docs []Doc, old []F) []F, of func(f *F) standing) *pairwise[F] {
	p := judge(b, features, func(x, y *F) Verdict { return of(x).compare(of(y)) })
	p.standing = of
	return p
}

func (p *pairwise[F]) Load(docs []Doc) {
	p.window.load(docs)
	p.loaded = p.features(docs, p.loaded)
	if p.standing != nil {
		p.ordered = p.order.load(len(docs), func(i int) standing { return p.standing(&p.loaded[i]) })
	}
}

// of gives the documents' features.
func (p *pairwise[F]) of() []F { return p.loaded }

func (p *pairwise[F]) Compare(i, j int) Verdict {
	if !p.window.open(i, j) {
		return Void
	}
	return p.compare(&p.loaded[i], &p.loaded[j])
}

func (p *pairwise[F]) Row(i int, out []Verdict) {
	if p.ordered {
		out = out[i+1 : len(p.loaded)]
		p.order.row(i, out)
		p.window.close(i, out)
		return
	}
	first := &p.loaded[i]
	for j := i + 1; j < len(p.loaded); j++ {
		if p.window.open(i, j) {
			out[j] = p.compare(first, &p.loaded[j])
		} else {
			out[j] = Void
		}
	}
}

// each gives the features function of an axiom that looks at one document at a time.
func each[F any](feature func(d *Doc) F) func(docs []Doc, old []F) []F {
	return func(docs []Doc, old []F) []F {
		loaded := slices.Grow(old[:0], len(docs))
		for i := range docs {
			loaded = append(loaded, feature(&docs[i]))
		}
		return loaded
	}
}

// always is the judge of an axiom without its precondition: no pair is out of its reach, and a document without the number
// that is compared is preferred to none, nor is another to it.
type always struct{ RowJudge }

func (a always) Compare(i, j int) Verdict { return reachable(a.RowJudge.Compare(i, j)) }

func (a always) Row(i int, out []Verdict) {
	a.RowJudge.Row(i, out)
	for j := i + 1; j < len(out); j++ {
		out[j] = reachable(out[j])
	}
}

func reachable(v Verdict) Verdict {
	if v == Void {
		return Neither
	}
	return v
}

// Rows gives the judge itself where it answers whole rows, else one that asks its Compare.
func Rows(j Judge) RowJudge {
	if fast, ok := j.(RowJudge); ok {
		return fast
	}
	return rows{j}
}

type rows struct{ Judge }

func (r rows) Row(i int, out []Verdict) {
	for j := i + 1; j < len(out); j++ {
		out[j] = r.Compare(i, j)
	}
}
