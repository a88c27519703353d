package collection

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Summary is what a collection holds, and how far its parts name each other.
type Summary struct {
	Format    string         `json:"format"`
	Documents int            `json:"documents"`
	Bytes     int            `json:"text_bytes"`
	Empty     int            `json:"documents_without_text"`
	Splits    []SplitSummary `json:"splits"`
	Overlaps  []Overlap      `json:"overlaps,omitempty"` // queries whose text two splits have
	Notes     []string       `json:"notes,omitempty"`    // what the readers skipped or changed
}

// Inspect reads a whole collection once.
func Inspect(ctx context.Context, c *configs.Gen, p *progress.Printer) (*Summary, error) {
	col, err := FindCollection(c)
	if err != nil {
		return nil, err
	}
	col.ListUnread(&configs.Config{Gen: *c})
	printReading(&col.Layout, p)
	s := &Summary{Format: col.Layout.Format}
	var rep read.Report
	docIDs := map[string]bool{}
	st := p.Stage("read", "documents", 0)
	defer st.Done()
	if err := s.read(ctx, col, docIDs, &rep, st); err != nil {
		return nil, err
	}
	if len(col.Layout.Queries) > 0 {
		topics, err := col.ReadTopics(ctx, &rep)
		if err != nil {
			return nil, err
		}
		for _, t := range topics {
			s.Splits = append(s.Splits, crossCheck(t, docIDs))
		}
		s.Overlaps = FindOverlaps(topics)
	}
	s.Notes = rep.Lines()
	return s, nil
}

func (s *Summary) read(ctx context.Context, col *Collection, docIDs map[string]bool, rep *read.Report, st *progress.Stage) error {
	for doc, err := range col.Documents(ctx, rep) {
		if err != nil {
			return err
		}
		text := corpus.DocText(doc, col.Options.DocFields)
		docIDs[doc.ID] = true
		s.Documents++
		s.Bytes += len(text)
		if strings.TrimSpace(text) == "" {
			s.Empty++
		}
		st.Add(1)
	}
	return nil
}

// String returns the summary for a person.
func (s *Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s), %s of text, %s without text\n", terminal.Plural(s.Documents, "document", "documents"), s.Format,
		terminal.Plural(s.Bytes, "byte", "bytes"), terminal.Group(s.Empty))
	for i := range s.Splits {
		s.Splits[i].print(&b)
	}
	for _, o := range s.Overlaps {
		fmt.Fprintln(&b, o)
	}
	for _, n := range s.Notes {
		b.WriteString(n + "\n")
	}
	return b.String()
}

// Results returns the summary for programs: JSON has all of it, CSV a row for every split.
func (s *Summary) Results() *table.Results {
	t := &table.Table{Name: "splits", Columns: append(table.Left("split"),
		table.Right("queries", "queries with judgements", "judgements", "run rows")...)}
	for _, split := range s.Splits {
		t.Add(split.Split, strconv.Itoa(split.Queries), strconv.Itoa(split.Judged), strconv.Itoa(split.Qrels), strconv.Itoa(split.RunRows))
	}
	r := table.Single(t)
	r.Object = s
	return r
}
