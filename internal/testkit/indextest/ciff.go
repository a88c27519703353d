package indextest

import (
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/index"
	"google.golang.org/protobuf/encoding/protowire"
)

// CIFF exports an index of texts as a common index file (Lin et al. 2020): terms in the order of their bytes, documents as
// distances from the one before, numbers that are 0 left out, as protobuf 3 does. The terms absent have lists without postings.
func CIFF(x index.Reader, absent ...string) []byte {
	terms := make([]uint32, x.Lexicon().NumTerms())
	for t := range terms {
		terms[t] = uint32(t)
	}
	slices.SortFunc(terms, func(a, b uint32) int { return strings.Compare(x.Lexicon().Term(a), x.Lexicon().Term(b)) })
	number := func(b []byte, field protowire.Number, n int64) []byte {
		if n == 0 {
			return b
		}
		return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), uint64(n))
	}
	text := func(b []byte, field protowire.Number, s string) []byte {
		return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), s)
	}
	var head, out []byte
	for field, n := range []int{1, len(terms) + len(absent), x.NumDocs(), len(terms) + len(absent), x.NumDocs(), int(x.TotalTerms())} {
		head = number(head, protowire.Number(field+1), int64(n))
	}
	head = protowire.AppendFixed64(protowire.AppendTag(head, 7, protowire.Fixed64Type), math.Float64bits(x.AvgLen()))
	out = protowire.AppendBytes(out, text(head, 8, "export of a test"))
	for _, t := range terms {
		list := text(nil, 1, x.Lexicon().Term(t))
		list = number(number(list, 2, int64(x.DocFreq(t))), 3, x.CollFreq(t))
		last := uint32(0)
		for _, p := range x.Postings(t).Append(nil) {
			list = protowire.AppendBytes(protowire.AppendTag(list, 4, protowire.BytesType),
				number(number(nil, 1, int64(p.Doc-last)), 2, int64(p.TF)))
			last = p.Doc
		}
		out = protowire.AppendBytes(out, list)
	}
	for _, term := range absent {
		out = protowire.AppendBytes(out, text(nil, 1, term))
	}
	for d := range uint32(x.NumDocs()) {
		out = protowire.AppendBytes(out, number(text(number(nil, 1, int64(d)), 2, x.DocID(d)), 3, int64(x.Len(d))))
	}
	return out
}
