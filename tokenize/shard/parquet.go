package shard

import (
	"slices"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// idPair is a row of the pairwise layout: each text by itself.
type idPair struct {
	UID      *string  `parquet:"uid,optional"`
	QueryIDs []int32  `parquet:"query_input_ids,optional,list,dict"`
	PosIDs   []int32  `parquet:"pos_input_ids,optional,list,dict"`
	NegIDs   []int32  `parquet:"neg_input_ids,optional,list,dict"`
	Weight   *float32 `parquet:"weight,optional,dict"`
	Margin   *float32 `parquet:"margin,optional,dict"`
}

// idCross is a row of the cross layout: query and document in one sequence.
type idCross struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64   `parquet:"label,optional,dict" classes:"neg,pos"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// idSoft is the same with a label between the classes.
type idSoft struct {
	UID     *string  `parquet:"uid,optional"`
	IDs     []int32  `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8   `parquet:"token_type_ids,optional,list,dict"`
	Label   *float32 `parquet:"label,optional,dict"`
	Weight  *float32 `parquet:"weight,optional,dict"`
	Margin  *float32 `parquet:"margin,optional,dict"`
}

// classIDs are labels to point at.
var classIDs = [...]int64{0, 1, 2}

func weightOf(r row) *float32 { return new(float32(r.Weight)) }

func marginOf(r row) *float32 { return new(float32(r.Margin)) }

// parquetParts are the configs of the format `parquet`: of pairs the texts with all that is known of them, the ids text by
// text, and pointwise rows for a cross-encoder, where there are several tasks of pairs also of each by itself; of three-class tasks
// each by itself; and where there are several tasks, all mixed.
func parquetParts(p *plan) []part {
	pairs := table[row, canonical]{config: "pairs", about: "one row a pair, with its texts and where it comes from",
		fill: func(b *batch, r row, out []canonical) []canonical {
			out = append(out, canonical{})
			c := &out[len(out)-1]
			p.canonical(r, c)
			b.bytes += len(*c.Query) + len(*c.Positive) + len(*c.Negative) + 256
			return out
		}}
	tokenized := table[row, idPair]{config: "pairs-tokenized", about: "one row a pair, word pieces of query, positive and negative, each as [CLS] text [SEP]",
		fill: func(b *batch, r row, out []idPair) []idPair {
			o := b.plan.options
			return append(out, idPair{&r.UID, b.single(r.query, o.MaxQueryLength), b.single(r.pos, o.MaxLength), b.single(r.neg, o.MaxLength), weightOf(r), marginOf(r)})
		}}
	parts := slices.Concat(pairs.parts(p, p.pairwise), tokenized.parts(p, p.pairwise), p.crossParts("cross", p.pairwise))
	if preferences := p.preferences(); len(preferences) > 1 { // each by itself, too
		for _, t := range preferences {
			pairs.config, tokenized.config = t.label, t.label+"-tokenized"
			parts = slices.Concat(parts, pairs.parts(p, t.views), tokenized.parts(p, t.views), p.crossParts(t.label+"-cross", t.views))
		}
	}
	parts = append(parts, classParts(p)...)
	if len(p.tasks) > 1 {
		parts = append(parts, mixedParts(p)...)
	}
	return parts
}

// crossParts are a config of pointwise rows for a cross-encoder.
func (p *plan) crossParts(config string, views []view[row]) []part {
	const about = "query and document in one sequence, word pieces of [CLS] query [SEP] document [SEP]: of a pair the positive, then the negative"
	pt := p.points(config, views, p.idsInput(p.appendCross))
	if pt.soft {
		return table[row, idSoft]{config: config, about: about + "; label is the share of pairs that prefer the document", rows: pt.rows,
			fill: func(b *batch, r row, out []idSoft) []idSoft {
				pt.each(r, func(doc uint32, _ string, label float64) {
					ids, types := b.cross(r.query, doc)
					out = append(out, idSoft{&r.UID, ids, types, single(&label), weightOf(r), marginOf(r)})
				})
				return out
			}}.parts(p, views)
	}
	return table[row, idCross]{config: config, about: about, rows: pt.rows,
		fill: func(b *batch, r row, out []idCross) []idCross {
			pt.each(r, func(doc uint32, _ string, label float64) {
				ids, types := b.cross(r.query, doc)
				out = append(out, idCross{&r.UID, ids, types, &classIDs[int(label)], weightOf(r), marginOf(r)})
			})
			return out
		}}.parts(p, views)
}

// countParquet counts rows by row group, not by what the footer says of the whole.
var countParquet = map[string]func(path string) (int, error){
	".parquet": func(path string) (rows int, err error) {
		err = pairs.WithParquet(path, func(file *parquet.File) error {
			for _, group := range file.RowGroups() {
				rows += int(group.NumRows())
			}
			return nil
		})
		return rows, err
	},
}
