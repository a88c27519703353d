package gen

import (
	"context"
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/corpus"
)

// Summary is what a collection holds, and how far its parts name each other.
type Summary struct {
	Format    string         `json:"format"`
	Documents int            `json:"documents"`
	Bytes     int            `json:"text_bytes"`
	Empty     int            `json:"documents_without_text"`
	Splits    []SplitSummary `json:"splits"`
	Notes     []string       `json:"notes,omitempty"` // what the readers skipped or changed
}

// SplitSummary is one split's part of a Summary.
type SplitSummary struct {
	Split          string      `json:"split"`
	Queries        int         `json:"queries"`
	Judged         int         `json:"queries_with_judgements"`
	Qrels          int         `json:"judgements"`
	Grades         map[int]int `json:"grades"`
	UnknownDocs    int         `json:"judgements_of_unknown_documents"`
	UnknownQueries int         `json:"judgements_of_unknown_queries"`
	RunRows        int         `json:"run_rows,omitempty"`
	RunUnknownDocs int         `json:"run_rows_of_unknown_documents,omitempty"`
}

// Inspect reads a whole collection once.
func Inspect(ctx context.Context, c *configs.Gen, p *progress.Printer) (*Summary, error) {
	col, err := FindCollection(c)
	if err != nil {
		return nil, err
	}
	s := &Summary{Format: col.Format}
	var rep corpus.Report
	known := map[string]bool{}
	st := p.Stage("read", "documents", 0)
	defer st.Done()
	for doc, err := range corpus.Documents(ctx, col.Documents, col.Format, col.Options, &rep) {
		if err != nil {
			return nil, err
		}
		text := corpus.DocText(doc, col.Options.DocFields)
		known[doc.ID] = true
		s.Documents++
		s.Bytes += len(text)
		if strings.TrimSpace(text) == "" {
			s.Empty++
		}
		st.Add(1)
	}
	if len(col.Queries) > 0 {
		topics, err := col.ReadTopics(ctx, &rep)
		if err != nil {
			return nil, err
		}
		for _, t := range topics {
			s.Splits = append(s.Splits, summarise(t, known))
		}
	}
	s.Notes = rep.Lines()
	return s, nil
}

func summarise(t Topics, known map[string]bool) SplitSummary {
	s := SplitSummary{Split: t.Split, Queries: len(t.Queries), Qrels: len(t.Qrels), Grades: map[int]int{}, RunRows: len(t.Run)}
	queries := make(map[string]bool, len(t.Queries))
	for _, q := range t.Queries {
		queries[q.ID] = false
	}
	for _, j := range t.Qrels {
		s.Grades[j.Grade]++
		if !known[j.DocID] {
			s.UnknownDocs++
		}
		if judged, ok := queries[j.QueryID]; !ok {
			s.UnknownQueries++
		} else if !judged {
			queries[j.QueryID] = true
			s.Judged++
		}
	}
	for _, r := range t.Run {
		if !known[r.DocID] {
			s.RunUnknownDocs++
		}
	}
	return s
}

// String is the summary for a person.
func (s *Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d documents (%s), %d bytes of text, %d without text\n", s.Documents, s.Format, s.Bytes, s.Empty)
	for _, t := range s.Splits {
		fmt.Fprintf(&b, "%-6s %d queries, %d of them judged; %d judgements, %s of known documents", t.Split, t.Queries, t.Judged, t.Qrels, share(t.Qrels-t.UnknownDocs, t.Qrels))
		if t.UnknownQueries > 0 {
			fmt.Fprintf(&b, "; %d judgements of queries that are not here", t.UnknownQueries)
		}
		if t.RunRows > 0 {
			fmt.Fprintf(&b, "; %d run rows, %s of known documents", t.RunRows, share(t.RunRows-t.RunUnknownDocs, t.RunRows))
		}
		b.WriteByte('\n')
	}
	for _, n := range s.Notes {
		b.WriteString(n + "\n")
	}
	return b.String()
}

func share(part, whole int) string {
	if whole == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
