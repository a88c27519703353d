package read

import (
	"cmp"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/fileform"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/internal/lists"
)

// Qrels returns the judgements at path, in the file's order, or of several files separated by commas. The format is o.QrelsFormat, or if
// that is empty, format, which is a format of judgements or of a collection. A pair that is judged twice counts once, at its first
// position, with the higher grade.
func Qrels(path string, format Format, o Options, rep *Report) ([]corpus.Qrel, error) {
	rep, start, err := o.begin(rep)
	if err != nil {
		return nil, err
	}
	o.IDs = !o.counted // judgements beside their documents hold texts
	list := qrelList{byPair: map[[2]string]int{}}
	err = o.eachFile(fileform.QrelsPart, path, cmp.Or(o.QrelsFormat, format), rep, func(s *sourcefile.Source, e fileform.Entry) error {
		return e.Qrels(s, o.rows(), func(q corpus.Qrel, line int) error {
			list.add(q, s, line)
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if len(list.qrels) == 0 {
		hint := "label some of them, or leave their column out with --columns unused=NAME"
		if rep.NumSkipped() > start.NumSkipped() {
			hint = "is --set qrels_format right? " + firstLine(path, o)
		}
		return nil, sourcefile.EmptyError("judgements", path, hint, rep, start)
	}
	rep.Keep(sourcefile.JudgementsNoun, len(list.qrels))
	return list.qrels, nil
}

// qrelList collects the judgements of files.
type qrelList struct {
	qrels  []corpus.Qrel
	byPair map[[2]string]int // index in qrels, by ids of query and document
}

func (l *qrelList) add(q corpus.Qrel, s *sourcefile.Source, line int) {
	if n := len(l.qrels); n > 0 && l.qrels[n-1].QueryID == q.QueryID {
		q.QueryID = l.qrels[n-1].QueryID // one string for all its rows
	}
	key := [2]string{q.QueryID, q.DocID}
	i, again := l.byPair[key]
	switch {
	case !again:
		l.byPair[key] = len(l.qrels)
		l.qrels = append(l.qrels, q)
	case l.qrels[i].Grade == q.Grade:
		s.Rep.Repeat(sourcefile.JudgementsNoun, "judgement repeated with the same grade", s.Path, line)
	default:
		s.Rep.Repeat(sourcefile.JudgementsNoun, "judgement repeated, the higher grade kept", s.Path, line)
		l.qrels[i].Grade = max(l.qrels[i].Grade, q.Grade)
	}
}

// judgedQueries returns the queries that have judgements, and the others, in order. For queries of all splits, the judged ones are those of
// the judgements' split.
func judgedQueries(queries []corpus.Query, qrels []corpus.Qrel) (judged, others []corpus.Query) {
	has := lists.Set(qrels, func(q corpus.Qrel) string { return q.QueryID })
	return lists.Filter(queries, func(q corpus.Query) bool { return has[q.ID] }), lists.Filter(queries, func(q corpus.Query) bool { return !has[q.ID] })
}
