package fileform

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
)

// cranfieldDocuments is the number of records of the collection. A copy with one more is in circulation.
const cranfieldDocuments = 1400

// cranfieldRecord is a record of cran.all.1400 or cran.qry: .I with a number, then fields. A field begins with a line that has its letter:
// .T title, .A author, .B source, .W text. Collections of the same form also have the fields .X, .N, .K and .C, which hold no text.
type cranfieldRecord struct {
	number string            // the number of the record; "" if it is missing
	line   int               // the line of the record's beginning
	fields map[byte][]string // the lines of the fields, by letter
	size   int               // the size of the lines in bytes, and 32 for each line
}

func (r *cranfieldRecord) text(letter byte, separator string) string {
	return strings.TrimSpace(strings.Join(r.fields[letter], separator))
}

// eachCranfield calls visit with each record of a file.
func eachCranfield(s *sourcefile.Source, visit func(r *cranfieldRecord) error) error {
	var r *cranfieldRecord
	finish := func() error {
		if r == nil {
			return nil
		}
		return visit(r)
	}
	var field byte
	outside := false // true once text outside of records was counted
	err := sourcefile.EachLine(s, func(line []byte) error {
		mark := bytes.TrimRight(line, " \t")
		switch {
		case len(mark) >= 2 && string(mark[:2]) == ".I" && (len(mark) == 2 || sourcefile.IsSpace(mark[2])):
			if err := finish(); err != nil {
				return err
			}
			r, field = &cranfieldRecord{number: string(bytes.TrimSpace(mark[2:])), line: s.Line, fields: map[byte][]string{}}, 0
		case r == nil:
			if !outside {
				outside = true
				return s.Skip(s.Line, "text outside of a record")
			}
		case len(mark) == 2 && mark[0] == '.' && bytes.IndexByte([]byte("TABWXNKC"), mark[1]) >= 0:
			field = mark[1]
		case field == 0:
			return s.Skip(s.Line, "text before a record's first field")
		default:
			r.fields[field] = append(r.fields[field], string(mark))
			r.size += len(mark) + 32
			return s.CheckSize(r.size, r.line)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return finish()
}

// readCranfieldDocs reads cran.all.1400, and CISI, CACM, MED and others, whose records have the same form. The text of Cranfield is only
// .W, which begins with the title; two records have no text. In the other collections the text is the title, a line break and .W.
func readCranfieldDocs(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	records := 0
	isCranfield := isCranfieldFile(s)
	err := eachCranfield(s, func(r *cranfieldRecord) error {
		records++
		if r.number == "" {
			return s.Skip(r.line, sourcefile.EmptyID)
		}
		d := corpus.Doc{ID: r.number, Title: r.text('T', "\n"), Text: r.text('W', "\n")}
		if !isCranfield && d.Title != "" {
			d.Text = strings.TrimSpace(d.Title + "\n" + d.Text)
		}
		return emit(d, r.line)
	})
	if err == nil && records > 0 && records != cranfieldDocuments && isCranfield {
		s.Rep.Remark("records, where the collection has 1,400", records, s.Path, 0)
	}
	return err
}

// readCranfieldTopics reads cran.qry. Its numbers have gaps, but the judgements have the positions of the queries. So a query's id is its
// position in the file, from 1, and its number becomes a field.
func readCranfieldTopics(s *sourcefile.Source, _ Options, emit func(corpus.Query, int) error) error {
	place := 0
	return eachCranfield(s, func(r *cranfieldRecord) error {
		place++
		text := r.text('W', " ")
		return emit(corpus.Query{ID: strconv.Itoa(place), Text: text, Fields: map[string]string{"number": r.number, "text": text}}, r.line)
	})
}

// isCranfieldFile reports whether a file is of the Cranfield collection, and not of another collection of the same form.
func isCranfieldFile(s *sourcefile.Source) bool {
	return strings.HasPrefix(strings.ToLower(filepath.Base(s.Path)), "cran")
}

// readCranqrel reads lines qid docid code, or TREC's lines for other collections. Code 1 is a complete answer, 4 of least interest, -1 of
// no interest. The codes 1 to 4 become the grades 4 to 1, and -1 becomes 0.
func readCranqrel(s *sourcefile.Source, o Options, emit func(corpus.Qrel, int) error) error {
	if h := sourcefile.NewHead(s); !isCranfieldFile(s) && FitsTRECQrels(h) {
		return LineQrels(TrecLook)(s, o, emit)
	}
	return LineQrels(threeLook)(s, o, func(q corpus.Qrel, line int) error {
		switch {
		case 1 <= q.Grade && q.Grade <= 4:
			q.Grade = 5 - q.Grade
		case q.Grade == -1:
			q.Grade = 0
		default:
			return s.Skip(line, "code that is none of 1 to 4 and -1")
		}
		return emit(q, line)
	})
}

func fitsCranfield(h sourcefile.Head) bool {
	return len(h.Lines) > 0 && bytes.HasPrefix(h.Lines[0], []byte(".I ")) && bytes.Contains(h.Text, []byte("\n.W"))
}

// fitsSMART reports whether lines are qid docid 0 0, as in the collections of the SMART system, where each line is a relevant document.
func fitsSMART(h sourcefile.Head) bool {
	return h.Most(func(line []byte) bool {
		f := sourcefile.AppendFields(line, nil)
		return len(f) == 4 && !isZero(f[1]) && isZero(f[2]) && isZero(f[3])
	})
}

// isZero reports whether a text is the number 0, such as 0 or 0.000.
func isZero(text []byte) bool {
	return len(text) > 0 && text[0] == '0' && len(bytes.Trim(text, "0.")) == 0
}

// readSMART reads lines qid docid 0 0. It removes zeros at the beginning of ids, since the ids in documents have none.
func readSMART(s *sourcefile.Source, o Options, emit func(corpus.Qrel, int) error) error {
	return LineQrels("qid docid grade zero")(s, o, func(q corpus.Qrel, line int) error {
		if q.Grade != 0 {
			return s.Skip(line, sourcefile.WrongFields)
		}
		return emit(corpus.Qrel{QueryID: celltext.WithoutZeros(q.QueryID), DocID: celltext.WithoutZeros(q.DocID), Grade: 1}, line)
	})
}
