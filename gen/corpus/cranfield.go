package corpus

import (
	"bytes"
	"strconv"
	"strings"
)

// cranfieldDocuments is the number of records of the collection. A copy with one more is in circulation.
const cranfieldDocuments = 1400

// cranfieldRecord is a record of cran.all.1400 or cran.qry: .I with a number, then fields. A line with the
// field's letter begins each: .T title, .A author, .B source, .W text.
type cranfieldRecord struct {
	number string // "" if missing
	line   int
	fields map[byte][]string // lines by letter; a letter may occur again
	size   int               // bytes of the lines, with 32 for each
}

func (r *cranfieldRecord) text(letter byte, separator string) string {
	return strings.TrimSpace(strings.Join(r.fields[letter], separator))
}

// eachCranfield calls visit for the records of a file.
func eachCranfield(s *source, visit func(r *cranfieldRecord) error) error {
	var r *cranfieldRecord
	finish := func() error {
		if r == nil {
			return nil
		}
		return visit(r)
	}
	var field byte
	outside := false // text outside of records was counted
	err := eachLine(s, func(line []byte) error {
		mark := bytes.TrimRight(line, " \t")
		switch {
		case len(mark) >= 2 && string(mark[:2]) == ".I" && (len(mark) == 2 || isSpace(mark[2])):
			if err := finish(); err != nil {
				return err
			}
			r, field = &cranfieldRecord{number: string(bytes.TrimSpace(mark[2:])), line: s.line, fields: map[byte][]string{}}, 0
		case r == nil:
			if !outside {
				outside = true
				return s.skip(s.line, "text outside of a record")
			}
		case len(mark) == 2 && mark[0] == '.' && bytes.IndexByte([]byte("TABW"), mark[1]) >= 0:
			field = mark[1]
		case field == 0:
			return s.skip(s.line, "text before a record's first field")
		default:
			r.fields[field] = append(r.fields[field], string(mark))
			r.size += len(mark) + 32
			return s.checkSize(r.size, r.line)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return finish()
}

// readCranfieldDocs reads cran.all.1400. The text is .W alone, which begins with the title. Two records
// have no text.
func readCranfieldDocs(s *source, _ Options, emit func(Doc, int) error) error {
	records := 0
	err := eachCranfield(s, func(r *cranfieldRecord) error {
		records++
		if r.number == "" {
			return s.skip(r.line, emptyID)
		}
		return emit(Doc{ID: r.number, Title: r.text('T', "\n"), Text: r.text('W', "\n")}, r.line)
	})
	if err == nil && records > 0 && records != cranfieldDocuments {
		s.rep.note("records, where the collection has 1,400", records, s.path, 0)
	}
	return err
}

// readCranfieldTopics reads cran.qry. Its numbers have gaps, and the judgements count the queries. So an id
// is the query's position in the file, from 1; the number becomes a field.
func readCranfieldTopics(s *source, _ Options, emit func(Query, int) error) error {
	place := 0
	return eachCranfield(s, func(r *cranfieldRecord) error {
		place++
		text := r.text('W', " ")
		return emit(Query{ID: strconv.Itoa(place), Text: text, Fields: map[string]string{"number": r.number, "text": text}}, r.line)
	})
}

// readCranqrel reads qid docid code. Code 1 is a complete answer, 4 of least interest, -1 of none. They
// become grades 4 to 1 and 0, unless CranfieldGrades is as-is.
func readCranqrel(s *source, o Options, emit func(Qrel, int) error) error {
	asIs := o.CranfieldGrades == "as-is"
	return columnQrels(3)(s, o, func(q Qrel, line int) error {
		switch {
		case asIs:
		case 1 <= q.Grade && q.Grade <= 4:
			q.Grade = 5 - q.Grade
		case q.Grade == -1:
			q.Grade = 0
		default:
			return s.skip(line, "code that is none of 1 to 4 and -1")
		}
		return emit(q, line)
	})
}

func fitsCranfield(h head) bool {
	return len(h.lines) > 0 && bytes.HasPrefix(h.lines[0], []byte(".I ")) && bytes.Contains(h.text, []byte("\n.W"))
}
