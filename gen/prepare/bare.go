package prepare

import (
	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
)

// checkBare refuses, before any work is done, what a common index file cannot give.
func checkBare(g *configs.Gen, c *collection.Collection, x index.Reader, list []axioms.Axiom) error {
	if !isBare(g, c, x) {
		return nil
	}
	for _, a := range list {
		switch needs := a.Spec().Needs; {
		case needs.Positions:
			return mine.BareLacks(a, "the positions of terms")
		case needs.Sentences:
			return mine.BareLacks(a, "the sentences of texts")
		case needs.Pieces:
			return errNoTexts("axiom " + a.String())
		}
	}
	if g.NearDuplicates > 0 {
		return errNoTexts("near_duplicates")
	}
	if source, _ := VectorsSource(g); source == TrainVectors && len(configs.List(g.Vectors)) == 1 {
		return errNoTexts("training word vectors")
	}
	return nil
}

// isBare reports whether the collection is, or the index was made of, a common index file.
func isBare(g *configs.Gen, c *collection.Collection, x index.Reader) bool {
	return c.Bare && g.Index == "" || x != nil && x.About().Bare != nil
}

// NeedTexts refuses what asks for the documents' texts where there are none.
func NeedTexts(p *Preparation, subject string) error {
	if isBare(&p.Run.Config.Gen, p.Inputs.Collection, p.Index) {
		return errNoTexts(subject)
	}
	return nil
}

// checkTexts refuses what asks for the texts of an index that holds none.
func checkTexts(x index.Reader, subject string) error {
	if x.About().Bare != nil {
		return errNoTexts(subject)
	}
	return nil
}

func errNoTexts(subject string) error {
	return errs.BadUsage("leave it out, or index the documents themselves",
		"%s needs the texts of the documents, and a common index file (CIFF) holds none", subject)
}

// warnOfBare warns of what a common index file has only roughly.
func warnOfBare(r *stage.Run, x index.Reader) {
	b := x.About().Bare
	if b == nil {
		return
	}
	r.Progress.Say("index: a common index file (CIFF) without texts and positions%s", collection.Describe(b.Description))
	if b.Partial() {
		r.Warn("terms of the common index file, which was made of more: axioms and models that look at all terms of a document see these only",
			b.Lists)
	}
	r.Warn("documents whose stored length is not the sum of their terms' counts (Lucene rounds lengths): axioms and models take the stored "+
		"one", b.Rounded)
}
