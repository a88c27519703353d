package prepare

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/errs"
)

// checkBare refuses, before any work is done, what a common index file cannot give.
func (p *Prepared) checkBare() error {
	if !p.isBare() {
		return nil
	}
	for _, a := range p.Axioms.All {
		switch needs := a.Spec().Needs; {
		case needs.Positions:
			return mine.BareLacks(a, "the positions of terms")
		case needs.Sentences:
			return mine.BareLacks(a, "the sentences of texts")
		case needs.Pieces:
			return errNoTexts("axiom " + a.String())
		}
	}
	if p.Inputs.Run.Config.Gen.NearDuplicates > 0 {
		return errNoTexts("near_duplicates")
	}
	if source, _ := VectorsSource(&p.Inputs.Run.Config.Gen); source == TrainVectors && len(configs.List(p.Inputs.Run.Config.Gen.Vectors)) == 1 {
		return errNoTexts("training word vectors")
	}
	return nil
}

// isBare reports whether the collection is, or the index was made of, a common index file.
func (p *Prepared) isBare() bool {
	return p.Inputs.Collection.Bare && p.Inputs.Run.Config.Gen.Index == "" || p.Index != nil && p.Index.Bare() != nil
}

// NeedTexts refuses what asks for the documents' texts where there are none.
func (p *Prepared) NeedTexts(subject string) error {
	if p.isBare() {
		return errNoTexts(subject)
	}
	return nil
}

func errNoTexts(subject string) error {
	return errs.BadUsage("leave it out, or index the documents themselves",
		"%s needs the texts of the documents, and a common index file (CIFF) holds none", subject)
}

// warnOfBare warns of what a common index file has only roughly.
func (p *Prepared) warnOfBare() {
	b := p.Index.Bare()
	if b == nil {
		return
	}
	p.Inputs.Run.Progress.Say("index: a common index file (CIFF) without texts and positions%s", collection.Described(b.Description))
	if b.Partial() {
		p.Inputs.Run.Warn("terms of the common index file, which was made of more: axioms and models that look at all terms of a document see these only",
			b.Lists)
	}
	p.Inputs.Run.Warn("documents whose stored length is not the sum of their terms' counts (Lucene rounds lengths): axioms and models take the stored "+
		"one", b.Rounded)
}
