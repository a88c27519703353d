package axioms

import "slices"

// pairwise is the judge of an axiom that is features of one document and a comparison of two
// documents' features. The rule is written once: Compare and Row both call it.
type pairwise[F any] struct {
	window      window
	features    func(docs []Doc, old []F) []F // one F for each document; it may use old's memory
	compare     func(a, b *F) Verdict
	docFeatures []F
	standing    func(f *F) standing // compare compares these; nil where it does more
	order       order
	ordered     bool // order answers rows
}

// judge returns the judge of a rule under the length bound of b.
func judge[F any](b *binding, features func(docs []Doc, old []F) []F, compare func(a, b *F) Verdict) *pairwise[F] {
	return &pairwise[F]{window: newWindow(b.bound), features: features, compare: compare}
}

// judgeByNumber returns the judge of an axiom that prefers the larger number, under the length
// bound of b.
func judgeByNumber[F any](b *binding, features func(docs []Doc, old []F) []F, standingOf func(f *F) standing) *pairwise[F] {
	p := judge(b, features, func(x, y *F) Verdict { return standingOf(x).compare(standingOf(y)) })
	p.standing = standingOf
	return p
}

// judgeStandings returns judgeByNumber for features that are standings.
func judgeStandings(b *binding, features func(docs []Doc, old []standing) []standing) *pairwise[standing] {
	return judgeByNumber(b, features, func(x *standing) standing { return *x })
}

func (p *pairwise[F]) Load(docs []Doc) {
	p.window.load(docs)
	p.docFeatures = p.features(docs, p.docFeatures)
	if p.standing != nil {
		p.ordered = p.order.load(len(docs), func(i int) standing { return p.standing(&p.docFeatures[i]) })
	}
}

// allFeatures returns the documents' features.
func (p *pairwise[F]) allFeatures() []F { return p.docFeatures }

func (p *pairwise[F]) Compare(i, j int) Verdict {
	if !p.window.allows(i, j) {
		return Void
	}
	return p.compare(&p.docFeatures[i], &p.docFeatures[j])
}

func (p *pairwise[F]) Row(i int, out []Verdict) {
	if p.ordered {
		out = out[i+1 : len(p.docFeatures)]
		p.order.fillRow(i, out)
		p.window.voidRow(i, out)
		return
	}
	first := &p.docFeatures[i]
	for j := i + 1; j < len(p.docFeatures); j++ {
		if p.window.allows(i, j) {
			out[j] = p.compare(first, &p.docFeatures[j])
		} else {
			out[j] = Void
		}
	}
}

// mapDocs returns the features function of an axiom that reads one document at a time.
func mapDocs[F any](describe func(d *Doc) F) func(docs []Doc, old []F) []F {
	return func(docs []Doc, old []F) []F {
		list := slices.Grow(old[:0], len(docs))
		for i := range docs {
			list = append(list, describe(&docs[i]))
		}
		return list
	}
}

// unconditionalJudge is the judge of an axiom without its precondition. It compares every pair. A
// document without the number that is compared is preferred to none, and none to it.
type unconditionalJudge struct{ rowJudge }

func (a unconditionalJudge) Compare(i, j int) Verdict { return voidToNeither(a.rowJudge.Compare(i, j)) }

func (a unconditionalJudge) Row(i int, out []Verdict) {
	a.rowJudge.Row(i, out)
	for j := i + 1; j < len(out); j++ {
		out[j] = voidToNeither(out[j])
	}
}

func voidToNeither(v Verdict) Verdict {
	if v == Void {
		return Neither
	}
	return v
}

// Rows returns the judge itself where it answers whole rows, else an adapter that calls its
// Compare.
func Rows(j Judge) rowJudge {
	if fast, ok := j.(rowJudge); ok {
		return fast
	}
	return rowAdapter{j}
}

type rowAdapter struct{ Judge }

func (r rowAdapter) Row(i int, out []Verdict) {
	for j := i + 1; j < len(out); j++ {
		out[j] = r.Compare(i, j)
	}
}
