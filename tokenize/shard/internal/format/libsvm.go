package format

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var libsvmFormat = Format{
	Name: "libsvm",
	Bare: true,
	About: "LightGBM, XGBoost, allRank, RankLib: SVMlight's lines GRADE qid:N 1:X 2:X .. # DOCUMENT QUERY of judged candidates; " +
		"features.txt names the numbers",
	Use: "sklearn.datasets.load_svmlight_files([DIR/libsvm/train-*, ..], query_id=True), or XGBoost's DMatrix",
	// Weights belong to pairs, which it does not write.
	Needs:   plan.Needs{Lists: true, Classes: true, Weights: true},
	Parts:   libsvmParts,
	Folders: []encoding.Folder{{As: libsvmLines}},
	files:   []Files{{Paths: "`libsvm/SPLIT-*.txt`", Row: "grade, qid, 2 features by number, # document query"}},
}

// libsvmParts returns the lists of learning to rank in the form of SVMlight (Joachims 2002, as
// LETOR has it, Qin et al. 2010): a line a candidate with its grade, the number of its query, every
// feature by number from 1, and after # its document and query. features.txt has a line NUMBER TAB
// NAME for each feature. judgements_SPLIT.txt is the judgement list for Elasticsearch's plugin of
// learning to rank: the texts of the queries, then GRADE qid:N # DOCUMENT.
func libsvmParts(_ Format, p *plan.Plan) (parts []encoding.Part) {
	describer := p.In.Lists.Describer
	for _, v := range p.Lists {
		for i := range v.Shards() {
			lists := v.Shard(i)
			parts = append(parts, encoding.Part{Path: v.FileName("libsvm", i, libsvmLines.Ending), Split: v.Split,
				Rows: lists.Count(func(l plan.List) int { return len(l.Docs) }, 1),
				Write: func(ctx context.Context, w io.Writer, progress func(int)) error {
					describe := describer()
					var text []byte
					for l := range lists.Each {
						if ctx.Err() != nil {
							return ctx.Err()
						}
						if err := checkIDs(l); err != nil {
							return err
						}
						if err := checkGrades(l); err != nil {
							return err
						}
						text = text[:0]
						for d, features := range describe(l) {
							if k := slices.IndexFunc(features, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }); k >= 0 {
								return errs.BadInput("", 0, "look at the parameters of retrieval models", "feature %s of document %s and query %s is no number",
									p.In.Lists.Features[k], l.Docs[d].DocID, l.QueryID)
							}
							text = appendListing(text, l, d, features)
						}
						if _, err := w.Write(text); err != nil {
							return err
						}
						progress(len(l.Docs))
					}
					return nil
				}})
		}
		parts = append(parts, auxiliaryLines("libsvm/judgements_"+v.Split+".txt", judgementLines(p, v)))
	}
	return append(parts, auxiliaryLines("libsvm/features.txt", func(yield func(string) bool) {
		for i, name := range p.In.Lists.Features {
			if !yield(fmt.Sprintf("%d\t%s", i+1, name)) {
				return
			}
		}
	}))
}

// maxGrade is the highest grade that XGBoost's exponential gain takes; LightGBM takes one less unless label_gain lists more.
const maxGrade = 31

// checkGrades returns an error for a grade that no trainer's gain takes.
func checkGrades(l plan.List) error {
	for _, d := range l.Docs {
		if d.Grade > maxGrade {
			return errs.BadInput("", 0, "leave out libsvm, or give judgements with smaller grades",
				"query %s: document %s has the grade %d, and trainers of libsvm take at most %d", l.QueryID, d.DocID, d.Grade, maxGrade)
		}
	}
	return nil
}

// checkIDs returns an error for a list whose ids would end a field or the comment.
func checkIDs(l plan.List) error {
	i := slices.IndexFunc(l.Docs, func(d plan.Listing) bool { return hasSpace(d.DocID) })
	switch {
	case hasSpace(l.QueryID):
		return errs.BadInput("", 0, "leave out libsvm", "lines of libsvm cannot carry the id %q of a query", l.QueryID)
	case i >= 0:
		return errs.BadInput("", 0, "leave out libsvm", "lines of libsvm cannot carry the id %q of a document", l.Docs[i].DocID)
	}
	return nil
}

// appendListing appends the line of candidate d. Every feature is written, zeros too: a missing
// feature is no zero to XGBoost.
func appendListing(line []byte, l plan.List, d int, features []float64) []byte {
	line = strconv.AppendInt(line, int64(l.Docs[d].Grade), 10)
	line = strconv.AppendInt(append(line, " qid:"...), int64(l.Number), 10)
	for i, x := range features {
		line = strconv.AppendInt(append(line, ' '), int64(i+1), 10)
		line = append(line, ':')
		if x == math.Trunc(x) && math.Abs(x) < 1<<31 {
			line = strconv.AppendInt(line, int64(x), 10)
		} else {
			line = strconv.AppendFloat(line, float64(float32(x)), 'g', 7, 32)
		}
	}
	return append(append(append(append(append(line, " # "...), l.Docs[d].DocID...), ' '), l.QueryID...), '\n')
}

// judgementLines yields the judgement list of a split.
func judgementLines(p *plan.Plan, v plan.View[plan.List]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for l := range v.Items.Each {
			if !yield(fmt.Sprintf("# qid:%d: %s", l.Number, plan.Field(p.In.QueryText(l.QueryID)))) {
				return
			}
		}
		for l := range v.Items.Each {
			for _, d := range l.Docs {
				if !yield(fmt.Sprintf("%d qid:%d # %s", d.Grade, l.Number, d.DocID)) {
					return
				}
			}
		}
	}
}

var libsvmLines = encoding.LineFiles{Ending: "txt"}
