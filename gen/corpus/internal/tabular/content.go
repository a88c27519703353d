package tabular

// Content is what the rows of a table hold, as far as its columns tell.
type Content struct {
	Queries    bool // texts of queries, or their ids
	Texts      bool // of documents
	Pairs      bool // ids of queries and of documents
	Collection bool // documents with ids, and no queries
	Judgements bool // of some documents
	Labels     bool // a column of labels
	Words      bool // judgements are words of a scale
	Scores     bool // numbers order some documents
	Several    bool // columns of documents, each graded by its column
	Negatives  bool // and nothing else: the names of columns say of all documents that they are not relevant
	Taught     bool // all documents are positives and negatives with the scores of a teacher
}

// Content returns what the rows hold.
func (p *Plan) Content() Content {
	c := Content{Queries: p.Query >= 0 || p.queryID >= 0, Several: len(p.docs) > 1}
	negatives, taught := 0, 0
	for _, d := range p.docs {
		c.Texts = c.Texts || d.text >= 0
		c.Judgements = c.Judgements || d.judged || d.label >= 0
		c.Labels = c.Labels || d.label >= 0
		c.Words = c.Words || d.words != nil
		c.Scores = c.Scores || d.Score >= 0
		if d.judged && d.grade == 0 {
			negatives++
		}
		if d.judged && d.Score >= 0 {
			taught++
		}
	}
	hasIDs := len(p.docs) == 1 && p.docs[0].id >= 0
	c.Pairs = hasIDs && c.Queries
	c.Collection = hasIDs && c.Texts && !c.Queries
	c.Negatives = negatives > 0 && negatives == len(p.docs)
	c.Taught = taught > 0 && taught == len(p.docs) && c.Queries
	return c
}

// HasTrainingRows reports whether documents are judged or scored beside a query, beside each other, or in a form of training rows.
func (p *Plan) HasTrainingRows() bool {
	c := p.Content()
	return (c.Judgements || c.Scores) && (c.Queries || c.Several || p.Form.columns != "")
}
