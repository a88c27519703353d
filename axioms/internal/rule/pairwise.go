package rule

import "slices"

// pairwise is the judge of an axiom that computes features of single documents and compares the features of two documents.
type pairwise[F any] struct {
	window      window
	features    func(docs []Doc, old []F) []F // returns one F for each document; it may reuse the memory of old
	compare     func(a, b *F) Verdict
	docFeatures []F
	standing    func(f *F) Standing // returns the class and number that compare reads; nil if compare reads more
	order       order
	hasOrder    bool // whether order has the rows of the loaded documents
	always      bool // whether precondition=none is set, so that the verdict on a pair is Neither instead of Void
}

// JudgePairs returns the judge that compares the features of two documents under the length bound of b.
func JudgePairs[F any](b *Binding, features func(docs []Doc, old []F) []F, compare func(a, b *F) Verdict) *pairwise[F] {
	lengths := window{bound: b.Bound, isOpen: b.Bound == Unbounded}
	return &pairwise[F]{window: lengths, features: features, compare: compare, always: b.Unconditional()}
}

// JudgeByNumber returns the judge of an axiom that prefers the larger number, under the length bound of b.
func JudgeByNumber[F any](b *Binding, features func(docs []Doc, old []F) []F, standingOf func(f *F) Standing) *pairwise[F] {
	p := JudgePairs(b, features, func(x, y *F) Verdict { return standingOf(x).compare(standingOf(y)) })
	p.standing = standingOf
	return p
}

// JudgeStandings returns the same judge as JudgeByNumber, for features that are standings.
func JudgeStandings(b *Binding, features func(docs []Doc, old []Standing) []Standing) *pairwise[Standing] {
	return JudgeByNumber(b, features, func(x *Standing) Standing { return *x })
}

func (p *pairwise[F]) Load(docs []Doc) {
	p.window.load(docs)
	p.docFeatures = p.features(docs, p.docFeatures)
	if p.standing != nil {
		p.hasOrder = p.order.load(len(docs), func(i int) Standing { return p.standing(&p.docFeatures[i]) })
	}
}

func (p *pairwise[F]) allFeatures() []F { return p.docFeatures }

func (p *pairwise[F]) Compare(i, j int) Verdict {
	v := Void
	if p.window.allows(i, j) {
		v = p.compare(&p.docFeatures[i], &p.docFeatures[j])
	}
	if p.always {
		return Verdict(v.Preference())
	}
	return v
}

func (p *pairwise[F]) Row(i int, out []Verdict) {
	out = out[:len(p.docFeatures)]
	if !p.hasOrder {
		for j := i + 1; j < len(out); j++ {
			out[j] = p.Compare(i, j)
		}
		return
	}
	p.order.fillRow(i, out[i+1:])
	p.window.voidRow(i, out[i+1:])
	if p.always {
		for j := i + 1; j < len(out); j++ {
			out[j] = Verdict(out[j].Preference())
		}
	}
}

// MapDocs returns the features function of an axiom that reads one document at a time.
func MapDocs[F any](describe func(d *Doc) F) func(docs []Doc, old []F) []F {
	return func(docs []Doc, old []F) []F {
		list := slices.Grow(old[:0], len(docs))
		for i := range docs {
			list = append(list, describe(&docs[i]))
		}
		return list
	}
}
