package corpus

import (
	"bytes"
	"io"
)

var tab = []byte("\t")

// eachLine calls visit for the lines that are not empty.
func eachLine(s *source, visit func(line []byte) error) error {
	for {
		line, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err == nil && len(line) > 0 {
			err = visit(line)
		}
		if err != nil {
			return err
		}
	}
}

// twoFields splits a line with exactly one TAB. Quotes are text; there is no escape.
func twoFields(line []byte) (id, text []byte, fault string) {
	id, text, ok := bytes.Cut(line, tab)
	switch {
	case !ok || bytes.IndexByte(text, '\t') >= 0:
		return nil, nil, wrongFields
	case len(id) == 0:
		return nil, nil, emptyID
	}
	return id, text, ""
}

// readCollectionTSV reads MS MARCO's collection.tsv: pid TAB passage. Id and text are separate strings, so
// that a stored id does not keep its text in memory.
func readCollectionTSV(s *source, _ Options, emit func(Doc, int) error) error {
	return eachLine(s, func(line []byte) error {
		id, text, bad := twoFields(line)
		if bad != "" {
			return s.skip(s.line, bad)
		}
		return emit(Doc{ID: string(id), Text: string(text)}, s.line)
	})
}

// readTSVTopics reads qid TAB text.
func readTSVTopics(s *source, _ Options, emit func(Query, int) error) error {
	return eachLine(s, func(line []byte) error {
		id, text, bad := twoFields(line)
		if bad != "" {
			return s.skip(s.line, bad)
		}
		return emit(Query{ID: string(id), Text: string(text)}, s.line)
	})
}
