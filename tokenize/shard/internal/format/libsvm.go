package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// libsvmFormat writes judged candidates, described by numbers, for learning to rank.
var libsvmFormat = Format{
	Name: "libsvm",
	About: "LightGBM, XGBoost, allRank, RankLib: SVMlight's lines GRADE qid:N 1:X 2:X .. # DOCUMENT QUERY of judged candidates; " +
		"features.txt names the numbers",
	Use: "sklearn.datasets.load_svmlight_files([DIR/libsvm/train-*, ..], query_id=True), or XGBoost's DMatrix",
	// It writes no pairs, so no class and no weight is left out.
	Needs:   plan.Needs{Lists: true, Classes: true, Weights: true},
	Parts:   libsvmParts,
	Folders: []encoding.Folder{{As: libsvmLines}},
	files:   []Files{{Paths: "`libsvm/SPLIT-*.txt`", Row: "grade, qid, 2 features by number, # document query"}},
}

// libsvmParts returns the lists of learning to rank in the form of SVMlight (Joachims 2002), as in LETOR (Qin et al. 2010). A candidate's
// line has its grade, the number of its query, every feature with its number from 1, and after # its document and query. features.txt has a
// line NUMBER TAB NAME for each feature. judgements_SPLIT.txt is the judgement list for Elasticsearch's plugin of learning to rank: the
// texts of the queries, then GRADE qid:N # DOCUMENT.
func libsvmParts(_ Format, p *plan.Plan) []encoding.Part {
	parts := encoding.Lines[plan.List]{Folder: "libsvm", Ending: libsvmLines.Ending, Rows: func(l plan.List) int { return len(l.Docs) },
		New: func() encoding.Appends[plan.List] {
			describe := p.In.Lists.Describer()
			return func(l plan.List, line []byte) ([]byte, error) { return appendListings(p, l, describe(l), line) }
		}}.Parts(p.Lists)
	for _, v := range p.Lists {
		parts = append(parts, auxiliaryLines("libsvm/judgements_"+v.Split+".txt", func(write func(string)) {
			for l := range v.Items.Each {
				write(fmt.Sprintf("# qid:%d: %s", l.Number, plan.Field(p.In.QueryText(l.QueryID))))
			}
			for l := range v.Items.Each {
				for _, d := range l.Docs {
					write(fmt.Sprintf("%d qid:%d # %s", d.Grade, l.Number, d.DocID))
				}
			}
		}))
	}
	return append(parts, auxiliaryLines("libsvm/features.txt", func(write func(string)) {
		for i, name := range p.In.Lists.Features {
			write(fmt.Sprintf("%d\t%s", i+1, name))
		}
	}))
}

// maxGrade is the highest grade that XGBoost accepts with exponential gain. LightGBM accepts grades to 30 unless label_gain lists more.
const maxGrade = 31

// appendListings appends the lines of a list's candidates. features[i] are the features of candidate i. It returns an error for an id that
// would end a field or the comment, for a grade above maxGrade, and for a feature that is no number.
func appendListings(p *plan.Plan, l plan.List, features [][]float64, lines []byte) ([]byte, error) {
	if hasSpace(l.QueryID) {
		return nil, errs.BadInput("", 0, "leave out libsvm", "lines of libsvm cannot carry the id %q of a query", l.QueryID)
	}
	for i, d := range l.Docs {
		if hasSpace(d.DocID) {
			return nil, errs.BadInput("", 0, "leave out libsvm", "lines of libsvm cannot carry the id %q of a document", d.DocID)
		}
		if d.Grade > maxGrade {
			return nil, errs.BadInput("", 0, "leave out libsvm, or give judgements with smaller grades",
				"query %s: document %s has the grade %d, and trainers of libsvm take at most %d", l.QueryID, d.DocID, d.Grade, maxGrade)
		}
		if k := slices.IndexFunc(features[i], func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }); k >= 0 {
			return nil, errs.BadInput("", 0, "look at the parameters of retrieval models", "feature %s of document %s and query %s is no number",
				p.In.Lists.Features[k], d.DocID, l.QueryID)
		}
		if i > 0 {
			lines = append(lines, '\n')
		}
		lines = appendListing(lines, l, i, features[i])
	}
	return lines, nil
}

// appendListing appends the line of candidate d of a list. It writes zeros too, since to XGBoost a missing feature is not zero.
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
	return append(append(append(append(line, " # "...), l.Docs[d].DocID...), ' '), l.QueryID...)
}

// libsvmLines is the encoding of the files.
var libsvmLines = encoding.LineFiles{Ending: "txt"}
