package gen

import (
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
)

// checkBare refuses, before any work is done, what a common index file cannot give.
func (c *Chain) checkBare() error {
	if !c.bare() {
		return nil
	}
	for _, a := range c.Axioms.All {
		switch needs := a.Spec().Needs; {
		case needs.Positions:
			return mine.NoPositions(a)
		case needs.Pieces:
			return noTexts("axiom " + a.String())
		}
	}
	if c.Config.Gen.NearDuplicates > 0 {
		return noTexts("near_duplicates")
	}
	if source, _ := vectorsSource(&c.Config.Gen); source == trainVectors && len(fields(c.Config.Gen.Vectors)) == 1 {
		return noTexts("training word vectors")
	}
	return nil
}

// bare says whether the collection is, or the index was made of, a common index file.
func (c *Chain) bare() bool {
	return c.Collection.Bare && c.Config.Gen.Index == "" || c.Index != nil && c.Index.Bare() != nil
}

// NeedTexts refuses what asks for the documents' texts where there are none.
func (c *Chain) NeedTexts(what string) error {
	if c.bare() {
		return noTexts(what)
	}
	return nil
}

func noTexts(what string) error {
	return fault.BadUsage("leave it out, or index the documents themselves", "%s needs the texts of the documents, and a common index file (CIFF) holds none", what)
}

// warnOfBare says what is only roughly so in a common index file.
func (c *Chain) warnOfBare() {
	b := c.Index.Bare()
	if b == nil {
		return
	}
	c.Progress.Say("index: a common index file (CIFF) without texts and positions%s", described(b.Description))
	if b.Partial() {
		c.warn("terms of the common index file, which was made of more: axioms and models that look at all terms of a document see these only", b.Lists)
	}
	c.warn("documents whose stored length is not the sum of their terms' counts (Lucene rounds lengths): axioms and models take the stored one", b.Rounded)
}

func described(text string) string {
	if text == "" {
		return ""
	}
	return ": " + oneLine(text)
}
