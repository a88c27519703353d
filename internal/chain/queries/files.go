package queries

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// WriteTopics writes a line of id TAB text for every query.
func (m *MadeQueries) WriteTopics(w io.Writer) error {
	return m.lines(w, func(q Query) []string { return []string{q.ID, q.Text} })
}

// WriteSources writes a line of id TAB document TAB method for every query, under a line of heads.
func (m *MadeQueries) WriteSources(w io.Writer) error {
	if _, err := io.WriteString(w, "query\tdocument\tmethod\n"); err != nil {
		return err
	}
	return m.lines(w, func(q Query) []string { return []string{q.ID, q.Document, q.Method} })
}

// WriteQrels writes judgements as TREC has them: the document that a query was made of is relevant to it.
func (m *MadeQueries) WriteQrels(w io.Writer) error {
	return m.lines(w, func(q Query) []string { return []string{q.ID, "0", q.Document, "1"} })
}

func (m *MadeQueries) lines(w io.Writer, fields func(Query) []string) error {
	b := bufio.NewWriter(w)
	for _, q := range m.Queries {
		b.WriteString(strings.Join(fields(q), "\t"))
		b.WriteByte('\n')
	}
	return b.Flush()
}

var errNotOne = errors.New("the made queries and their sources do not fit together")

// Read reads the queries that WriteTopics and WriteSources wrote.
func Read(topics, sources []byte) (list []Query, err error) {
	texts := strings.Split(strings.TrimSuffix(string(topics), "\n"), "\n")
	origins := strings.Split(strings.TrimSuffix(string(sources), "\n"), "\n")
	if len(origins) != len(texts)+1 {
		return nil, errNotOne
	}
	for i, line := range texts {
		id, text, _ := strings.Cut(line, "\t")
		fields := strings.Split(origins[i+1], "\t")
		if len(fields) != 3 || fields[0] != id {
			return nil, errNotOne
		}
		list = append(list, Query{ID: id, Text: text, Document: fields[1], Method: fields[2]})
	}
	return list, nil
}
