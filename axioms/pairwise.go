package axioms

import "slices"

// pairwise is the judge of an axiom that is features of one document and a comparison of two documents' features. The
// rule is written once; Compare and Row both ask it.
type pairwise[F any] struct {
	window   window
	features func(docs []Doc, old []F) []F // one F a document; it may use old's memory
	compare  func(a, b *F) Verdict
	loaded   []F
}

// judge makes the judge of a rule under the length bound of b.
func judge[F any](b *binding, features func(docs []Doc, old []F) []F, compare func(a, b *F) Verdict) *pairwise[F] {
	return &pairwise[F]{window: newWindow(b.bound), features: features, compare: compare}
}

func (p *pairwise[F]) Load(docs []Doc) {
	p.window.load(docs)
	p.loaded = p.features(docs, p.loaded)
}

func (p *pairwise[F]) Compare(i, j int) Verdict {
	if !p.window.open(i, j) {
		return Void
	}
	return p.compare(&p.loaded[i], &p.loaded[j])
}

func (p *pairwise[F]) Row(i int, out []Verdict) {
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
func each[F any](feature func(d Doc) F) func(docs []Doc, old []F) []F {
	return func(docs []Doc, old []F) []F {
		loaded := slices.Grow(old[:0], len(docs))
		for _, d := range docs {
			loaded = append(loaded, feature(d))
		}
		return loaded
	}
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
