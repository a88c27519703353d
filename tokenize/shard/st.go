package shard

// The configs of sentence-transformers hold text columns in the order in which the losses take them, then one label; any
// other column would be fed to the model as text. Where a row comes from stands in the config CONFIG-meta, row by row.

type stTriplet struct {
	Anchor   *string `parquet:"anchor,optional,dict"`
	Positive *string `parquet:"positive,optional"`
	Negative *string `parquet:"negative,optional"`
}

type stPair struct {
	Anchor   *string `parquet:"anchor,optional,dict"`
	Positive *string `parquet:"positive,optional"`
	Label    *int64  `parquet:"label,optional,dict"`
}

// stSoftPair is stPair with a label between the classes.
type stSoftPair struct {
	Anchor   *string  `parquet:"anchor,optional,dict"`
	Positive *string  `parquet:"positive,optional"`
	Label    *float32 `parquet:"label,optional,dict"`
}

type stMargin struct {
	Anchor   *string  `parquet:"anchor,optional,dict"`
	Positive *string  `parquet:"positive,optional"`
	Negative *string  `parquet:"negative,optional"`
	Label    *float32 `parquet:"label,optional"`
}

type stCross struct {
	Query   *string  `parquet:"query,optional,dict"`
	Passage *string  `parquet:"passage,optional"`
	Label   *float32 `parquet:"label,optional,dict"`
}

// stMeta is the row of CONFIG-meta for a pair.
type stMeta struct {
	UID     *string  `parquet:"uid,optional"`
	Axiom   *string  `parquet:"axiom,optional,dict"`
	Variant *string  `parquet:"variant,optional,dict"`
	QueryID *string  `parquet:"query_id,optional,dict"`
	PosID   *string  `parquet:"pos_id,optional"`
	NegID   *string  `parquet:"neg_id,optional"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
	Source  *string  `parquet:"source,optional,dict"`
}

// metaParts are the config beside one with so many rows a pair.
func metaParts(p *plan, config string, perPair func(r row) int, views []view[row]) []part {
	return table[row, stMeta]{config: config + "-meta", about: "where the rows of `" + config + "` come from, row by row", rows: perPair,
		fill: func(b *batch, r row, out []stMeta) []stMeta {
			source := string(r.Source)
			for range perPair(r) {
				out = append(out, stMeta{&r.UID, &r.Axiom, &r.Variant, &r.QueryID, &r.PosID, &r.NegID, weightOf(r), marginOf(r), &source})
			}
			return out
		}}.parts(p, views)
}

// stTripletParts are the config triplet: anchor, positive, negative.
func stTripletParts(p *plan) (parts []part) {
	p.pairwiseTasks("triplet", func(t task, config string) {
		texts := table[row, stTriplet]{config: config, about: "sentence-transformers triplets, as for MultipleNegativesRankingLoss and TripletLoss",
			fill: func(b *batch, r row, out []stTriplet) []stTriplet {
				return append(out, stTriplet{b.text(p.in.query(r.QueryID)), b.text(p.in.doc(r.PosID)), b.text(p.in.doc(r.NegID))})
			}}
		parts = append(append(parts, texts.parts(p, t.views)...), metaParts(p, config, times[row](1), t.views)...)
	})
	return parts
}

// stPairsParts are the config labeled-pair: anchor, positive, label 1 or 0; a pair's positive, then its negative.
func stPairsParts(p *plan) (parts []part) {
	const about = "sentence-transformers labelled pairs, as for ContrastiveLoss: of a pair the positive, then the negative"
	p.pairwiseTasks("labeled-pair", func(t task, config string) {
		pt := p.points(config, t.views, p.textInput)
		if pt.soft {
			parts = append(parts, table[row, stSoftPair]{config: config, about: about + "; label is the share of pairs that prefer the document", rows: pt.rows,
				fill: func(b *batch, r row, out []stSoftPair) []stSoftPair {
					pt.each(r, func(_ uint32, doc string, label float64) {
						out = append(out, stSoftPair{b.text(p.in.query(r.QueryID)), b.text(p.in.doc(doc)), single(&label)})
					})
					return out
				}}.parts(p, t.views)...)
		} else {
			parts = append(parts, table[row, stPair]{config: config, about: about + ", label 1 and 0", rows: pt.rows,
				fill: func(b *batch, r row, out []stPair) []stPair {
					pt.each(r, func(_ uint32, doc string, label float64) {
						out = append(out, stPair{b.text(p.in.query(r.QueryID)), b.text(p.in.doc(doc)), &classIDs[int(label)]})
					})
					return out
				}}.parts(p, t.views)...)
		}
		parts = append(parts, metaParts(p, config, pt.rows, t.views)...)
	})
	return parts
}

// stCrossParts are the config cross-encoder: query, passage, label from 1 to 0 as a real number; a pair's positive, then its
// negative.
func stCrossParts(p *plan) (parts []part) {
	p.pairwiseTasks("cross-encoder", func(t task, config string) {
		pt := p.points(config, t.views, p.textInput)
		texts := table[row, stCross]{config: config, rows: pt.rows,
			about: "sentence-transformers CrossEncoder pairs, as for BinaryCrossEntropyLoss: of a pair the positive, then the negative, label 1 and 0",
			fill: func(b *batch, r row, out []stCross) []stCross {
				pt.each(r, func(_ uint32, doc string, label float64) {
					out = append(out, stCross{b.text(p.in.query(r.QueryID)), b.text(p.in.doc(doc)), single(&label)})
				})
				return out
			}}
		parts = append(append(parts, texts.parts(p, t.views)...), metaParts(p, config, pt.rows, t.views)...)
	})
	return parts
}

// stMarginParts are the config margin-mse: anchor, positive, negative, and the difference of the scores, which is
// never below 0. Pairs without both scores are left out.
func stMarginParts(p *plan) (parts []part) {
	p.pairwiseTasks("margin-mse", func(t task, config string) {
		views := p.scored("st-margin-mse", t).views
		texts := table[row, stMargin]{config: config, about: "sentence-transformers triplets with the positive's score less the negative's, for MarginMSELoss",
			fill: func(b *batch, r row, out []stMargin) []stMargin {
				pos, neg := p.taught(r)
				margin := float32(pos - neg)
				return append(out, stMargin{b.text(p.in.query(r.QueryID)), b.text(p.in.doc(r.PosID)), b.text(p.in.doc(r.NegID)), &margin})
			}}
		parts = append(append(parts, texts.parts(p, views)...), metaParts(p, config, times[row](1), views)...)
	})
	return parts
}
