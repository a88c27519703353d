package corpus

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
)

// WikiPassageQA keeps its passages in document_passages.json, {document: {passage number: text}}, and its questions in
// tables of QID TAB Question TAB DocumentID TAB DocumentName TAB RelevantPassages, with or without that header. A
// passage's id is document_number.

// readPassages reads document_passages.json as a stream of tokens. The file may be one line; only the
// current passage is held.
func readPassages(s *source, _ Options, emit func(Doc, int) error) error {
	in := &jsonStream{source: s}
	dec := json.NewDecoder(in)
	in.taken = dec.InputOffset
	err := readObjects(in, dec, emit)
	switch {
	case in.failed != nil:
		return in.failed
	case err == io.EOF:
		return nil
	}
	return err
}

const brokenJSON = "malformed JSON, the rest of the file is left out"

// readObjects reads one object after another. It returns io.EOF after the last one.
func readObjects(in *jsonStream, dec *json.Decoder, emit func(Doc, int) error) error {
	here := func() int { return in.lineOf(dec.InputOffset() - 1) }
	fail := func() error {
		if in.failed != nil {
			return in.failed
		}
		return in.source.skip(max(here(), 1), brokenJSON)
	}
	for {
		opening, err := dec.Token()
		if err == io.EOF {
			return io.EOF
		}
		if err != nil || opening != json.Delim('{') {
			return fail()
		}
		for dec.More() {
			document, err := dec.Token() // a string: dec ensures it
			if err != nil {
				return fail()
			}
			inside, err := dec.Token()
			if err != nil || inside != json.Delim('{') {
				return fail()
			}
			for dec.More() {
				number, err := dec.Token()
				if err != nil {
					return fail()
				}
				var text json.RawMessage
				if dec.Decode(&text) != nil {
					return fail()
				}
				d := Doc{ID: passageID(document.(string), number.(string))}
				if text[0] != '"' || json.Unmarshal(text, &d.Text) != nil {
					err = in.source.skip(here(), "passage that is no text")
				} else {
					err = emit(d, here())
				}
				if err != nil {
					return err
				}
			}
			if _, err := dec.Token(); err != nil {
				return fail()
			}
		}
		if _, err := dec.Token(); err != nil {
			return fail()
		}
	}
}

func passageID(document, number string) string { return document + "_" + number }

// jsonStream passes a source to a JSON decoder and records the line of each byte.
type jsonStream struct {
	source *source
	rest   []byte // of the last piece
	buf    []byte
	sent   int64        // bytes passed on or in rest
	taken  func() int64 // bytes that the decoder has finished; it holds the others
	begins []lineBegin
	failed error // of the source
}

type lineBegin struct {
	begin int64
	line  int
}

func (in *jsonStream) Read(p []byte) (int, error) {
	if len(in.rest) == 0 {
		text, ends, err := in.source.piece()
		if err != nil {
			if err != io.EOF {
				in.failed = err
			}
			return 0, err
		}
		if n := len(in.begins); (n == 0 || in.begins[n-1].line != in.source.line) && !onlySpace(text) {
			in.begins = append(in.begins, lineBegin{in.sent, in.source.line})
		}
		if err := in.source.checkSize(int(in.sent-in.taken()), in.source.line); err != nil {
			in.failed = err
			return 0, err
		}
		in.buf = append(in.buf[:0], text...)
		if ends {
			in.buf = append(in.buf, '\n')
		}
		in.rest = in.buf
		in.sent += int64(len(in.rest))
	}
	n := copy(p, in.rest)
	in.rest = in.rest[n:]
	return n, nil
}

// lineOf returns the line of the byte at an offset, 0 if nothing was read. Offsets must not decrease from
// call to call.
func (in *jsonStream) lineOf(offset int64) int {
	for len(in.begins) > 1 && in.begins[1].begin <= offset {
		in.begins = in.begins[1:]
	}
	if len(in.begins) == 0 {
		return 0
	}
	return in.begins[0].line
}

const (
	wpqaQID = iota
	wpqaQuestion
	wpqaDocument
	wpqaName
	wpqaRelevant
	wpqaFields
)

// Fields of a question.
const (
	documentField     = "document"
	documentNameField = "name"
)

func eachQuestion(s *source, visit func(fields [][]byte) error) error {
	return eachFields(s, wpqaFields, func(f [][]byte) error {
		if s.line == 1 && string(f[wpqaQID]) == "QID" {
			return nil
		}
		return visit(f)
	})
}

// readQuestions reads the questions of WikiPassageQA.
func readQuestions(s *source, o Options, emit func(Query, int) error) error {
	return eachQuestion(s, func(f [][]byte) error {
		fields := map[string]string{"title": string(f[wpqaQuestion]), documentField: string(f[wpqaDocument]),
			documentNameField: string(f[wpqaName])}
		return emit(Query{ID: string(f[wpqaQID]), Text: topicText(fields, o.TopicFields), Fields: fields}, s.line)
	})
}

// readAnswers reads the relevant passages of the same table, such as 4 or 42,43. All others of the document
// are not relevant.
func readAnswers(s *source, _ Options, emit func(Qrel, int) error) error {
	return eachQuestion(s, func(f [][]byte) error {
		var numbers []string
		for number := range strings.SplitSeq(string(f[wpqaRelevant]), ",") {
			number = strings.TrimSpace(number)
			if _, err := strconv.ParseUint(number, 10, 64); err != nil {
				return s.skip(s.line, "relevant passages that are no numbers")
			}
			numbers = append(numbers, number)
		}
		for _, number := range numbers {
			if err := emit(Qrel{QueryID: string(f[wpqaQID]), DocID: passageID(string(f[wpqaDocument]), number), Grade: 1}, s.line); err != nil {
				return err
			}
		}
		return nil
	})
}

func fitsPassages(h head) bool { return h.opensWith('{') && h.name == "document_passages.json" }

func fitsQuestions(h head) bool {
	isQuestion := func(line []byte) bool {
		fields := strings.Split(string(line), "\t")
		if len(fields) != wpqaFields {
			return false
		}
		relevant := strings.NewReplacer(",", "", " ", "").Replace(fields[wpqaRelevant])
		return fields[wpqaQID] == "QID" || celltext.IsNumber([]byte(relevant))
	}
	return h.most(isQuestion) && isQuestion(h.lines[0]) // else the first line is another header
}
