package collection

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Summary counts what a collection holds, and how many ids of one part another part has.
type Summary struct {
	Format    string         `json:"format"`
	Documents int            `json:"documents"`
	Bytes     int            `json:"text_bytes"`
	Empty     int            `json:"documents_without_text"`
	Splits    []SplitSummary `json:"splits"`
	Overlaps  []Overlap      `json:"overlaps,omitempty"` // the queries whose text two splits have
	Words     []Words        `json:"words"`
	Notes     []string       `json:"notes,omitempty"` // sentences on what the readers skipped or changed
}

// Inspect reads a whole collection once and returns its summary. The analyser divides texts into words.
func Inspect(ctx context.Context, c *configs.Gen, analyser *analysis.Analyzer, p *progress.Printer) (*Summary, error) {
	col, err := FindCollection(c)
	if err != nil {
		return nil, err
	}
	col.ListUnread(&configs.Config{Gen: *c})
	s := &Summary{Format: col.Layout.Format}
	var rep read.Report
	docIDs := map[string]bool{}
	st := p.Stage("read", "documents", 0)
	defer st.Done()
	words := newWordCounter(analyser)
	err = s.read(ctx, col, docIDs, words, &rep, st)
	col.PrintReading(&rep, p)
	if err != nil {
		return nil, err
	}
	s.Words = words.summarise("documents")
	if len(col.Layout.Queries) > 0 {
		topics, err := col.ReadTopics(ctx, &rep)
		if err != nil {
			return nil, err
		}
		words = newWordCounter(analyser)
		for _, t := range topics {
			s.Splits = append(s.Splits, crossCheck(t, docIDs))
			for _, q := range t.Queries {
				words.add(q.Text)
			}
		}
		s.Words = append(s.Words, words.summarise("queries")...)
		s.Overlaps = FindOverlaps(topics)
	}
	s.Notes = rep.Lines()
	return s, nil
}

// read adds the collection's documents to the summary, their ids to docIDs and their words to words.
func (s *Summary) read(ctx context.Context, col *Collection, docIDs map[string]bool, words *wordCounter, rep *read.Report,
	st *progress.Stage) error {
	for doc, err := range col.Documents(ctx, rep) {
		if err != nil {
			return err
		}
		text := corpus.DocText(doc, col.Options.DocFields)
		words.add(text)
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
	for _, w := range s.Words {
		fmt.Fprintln(&b, w)
	}
	for _, o := range s.Overlaps {
		fmt.Fprintln(&b, o)
	}
	for _, n := range s.Notes {
		b.WriteString(n + "\n")
	}
	return b.String()
}

// Results returns the summary for programs: the JSON object is the whole summary, the table has a row for every split.
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

// SplitSummary is one split's part of a Summary: what the split holds, and how many ids of one of its parts another part has.
type SplitSummary struct {
	Split       string      `json:"split"`
	Queries     int         `json:"queries"`
	Judged      int         `json:"queries_with_judgements"`
	SharedTexts int         `json:"queries_of_shared_text,omitempty"` // the number of queries whose text is the text of another query
	Qrels       int         `json:"judgements"`
	Grades      map[int]int `json:"grades"`
	RunRows     int         `json:"run_rows,omitempty"`
	References  []Reference `json:"references"`
}

// Reference counts how many ids of one part another part has.
type Reference struct {
	Source   string   `json:"from"` // "judgements", "run rows" or "queries"
	Target   string   `json:"to"`
	IDs      int      `json:"ids"`   // the number of rows of Source
	Known    int      `json:"known"` // the number of rows of Source whose id Target has
	Share    float64  `json:"share"`
	Examples []string `json:"unknown,omitempty"` // the first ids that Target lacks, each once
}

// examplesShown is the maximum number of unknown ids in a Reference.
const examplesShown = 3

// refer counts the rows of source whose id target has. isKnown has the ids of target.
func refer[T any](source, target string, rows []T, idOf func(T) string, isKnown map[string]bool) Reference {
	r := Reference{Source: source, Target: target, IDs: len(rows)}
	for _, row := range rows {
		if id := idOf(row); isKnown[id] {
			r.Known++
		} else if len(r.Examples) < examplesShown && !slices.Contains(r.Examples, id) {
			r.Examples = append(r.Examples, id)
		}
	}
	r.Share = float64(r.Known) / float64(max(r.IDs, 1))
	return r
}

// crossCheck looks up every id of a split: documents of judgements and run in the collection, their queries among the split's queries, and
// the split's queries in judgements and run.
func crossCheck(t Topics, documents map[string]bool) SplitSummary {
	s := SplitSummary{Split: t.Split, Queries: len(t.Queries), Qrels: len(t.Qrels), Grades: map[int]int{}, RunRows: len(t.Run)}
	for _, j := range t.Qrels {
		s.Grades[j.Grade]++
	}
	judgedQuery, judgedDoc := func(j corpus.Qrel) string { return j.QueryID }, func(j corpus.Qrel) string { return j.DocID }
	runQuery, runDoc := func(r corpus.RunRow) string { return r.QueryID }, func(r corpus.RunRow) string { return r.DocID }
	queries := lists.Set(t.Queries, queryID)
	inQrels := refer("queries", "judgements", t.Queries, queryID, lists.Set(t.Qrels, judgedQuery))
	s.Judged, s.SharedTexts = inQrels.Known, sharedTexts(t.Queries)
	if len(t.Qrels) > 0 {
		s.References = append(s.References, refer("judgements", "documents", t.Qrels, judgedDoc, documents),
			refer("judgements", "queries", t.Qrels, judgedQuery, queries), inQrels)
	}
	if len(t.Run) > 0 {
		s.References = append(s.References, refer("run rows", "documents", t.Run, runDoc, documents),
			refer("run rows", "queries", t.Run, runQuery, queries),
			refer("queries", "run rows", t.Queries, queryID, lists.Set(t.Run, runQuery)))
	}
	if len(t.Run) > 0 && len(t.Qrels) > 0 {
		judgedPairs := lists.Set(t.Qrels, func(j corpus.Qrel) string { return j.QueryID + "\x00" + j.DocID })
		runJudged := refer("run rows", "judgements", t.Run, func(r corpus.RunRow) string { return r.QueryID + "\x00" + r.DocID }, judgedPairs)
		runJudged.Examples = nil // it is normal that most candidates are not judged
		s.References = append(s.References, runJudged)
	}
	return s
}

// print writes a split's lines: what the split holds, then the shares of ids that were found.
func (s *SplitSummary) print(b *strings.Builder) {
	fmt.Fprintf(b, "%-6s %s, %s of them judged; %s", s.Split, terminal.Plural(s.Queries, "query", "queries"), terminal.Group(s.Judged),
		terminal.Plural(s.Qrels, "judgement", "judgements"))
	if s.RunRows > 0 {
		fmt.Fprintf(b, "; %s", terminal.Plural(s.RunRows, "run row", "run rows"))
	}
	b.WriteByte('\n')
	if s.SharedTexts > 0 {
		fmt.Fprintf(b, "  same text: %s with that of another, whose judgements count for both when pairs are made\n",
			terminal.Plural(s.SharedTexts, "query", "queries"))
	}
	for _, r := range s.References {
		fmt.Fprintf(b, "  %-10s in %-10s  %5.1f %% of %s", r.Source, r.Target, 100*r.Share, terminal.Group(r.IDs))
		if len(r.Examples) > 0 {
			fmt.Fprintf(b, "; not there: %s", strings.Join(r.Examples, ", "))
			if r.IDs-r.Known > len(r.Examples) {
				b.WriteString(", ...")
			}
		}
		b.WriteByte('\n')
	}
}
