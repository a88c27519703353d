package shard

import (
	"github.com/parquet-go/parquet-go"
)

// idPair is a row of the pairwise layout: each text by itself.
type idPair struct {
	UID      *string `parquet:"uid,optional"`
	QueryIDs []int32 `parquet:"query_input_ids,optional,list,dict"`
	PosIDs   []int32 `parquet:"pos_input_ids,optional,list,dict"`
	NegIDs   []int32 `parquet:"neg_input_ids,optional,list,dict"`
}

// idCross is a row of the cross layout: query and document in one sequence.
type idCross struct {
	UID     *string `parquet:"uid,optional"`
	IDs     []int32 `parquet:"input_ids,optional,list,dict"`
	TypeIDs []int8  `parquet:"token_type_ids,optional,list,dict"`
	Label   *int64  `parquet:"label,optional,dict" classes:"neg,pos"`
}

// classIDs are labels to point at.
var classIDs = [...]int64{0, 1}

// parquetParts are the configs of the format `parquet`: the texts with all that is known of a pair, the pair as ids text by
// text, and as two rows for a cross-encoder.
func parquetParts(p *plan) []part {
	pairs := table[canonical]{"pairs", "one row a pair, with its texts and where it comes from", 1,
		func(b *batch, r row, out []canonical) {
			p.canonical(r, &out[0])
			b.bytes += len(*out[0].Query) + len(*out[0].Positive) + len(*out[0].Negative) + 256
		}}
	tokenized := table[idPair]{"pairs-tokenized", "one row a pair, word pieces of query, positive and negative, each as [CLS] text [SEP]", 1,
		func(b *batch, r row, out []idPair) {
			o := b.plan.options
			out[0] = idPair{&r.UID, b.single(r.query, o.MaxQueryLength), b.single(r.pos, o.MaxLength), b.single(r.neg, o.MaxLength)}
		}}
	cross := table[idCross]{"cross", "two rows a pair, word pieces of [CLS] query [SEP] document [SEP]: the positive, then the negative", 2,
		func(b *batch, r row, out []idCross) {
			for i, document := range [...]uint32{r.pos, r.neg} {
				ids, types := b.cross(r.query, document)
				out[i] = idCross{&r.UID, ids, types, &classIDs[1-i]}
			}
		}}
	return append(append(pairs.parts(p), tokenized.parts(p)...), cross.parts(p)...)
}

// countParquet counts rows by row group, not by what the footer says of the whole.
var countParquet = map[string]func(path string) (int, error){
	".parquet": func(path string) (rows int, err error) {
		err = withParquet(path, func(file *parquet.File) error {
			for _, group := range file.RowGroups() {
				rows += int(group.NumRows())
			}
			return nil
		})
		return rows, err
	},
}
