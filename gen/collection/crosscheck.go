package collection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// SplitSummary is one split's part of a Summary: what it holds, and what share of the ids in each of its parts another part
// knows.
type SplitSummary struct {
	Split       string      `json:"split"`
	Queries     int         `json:"queries"`
	Judged      int         `json:"queries_with_judgements"`
	SharedTexts int         `json:"queries_of_shared_text,omitempty"` // whose text is that of another query
	Qrels       int         `json:"judgements"`
	Grades      map[int]int `json:"grades"`
	RunRows     int         `json:"run_rows,omitempty"`
	References  []Reference `json:"references"`
}

// Reference is how far the ids of one part resolve in another.
type Reference struct {
	Source   string   `json:"from"` // "judgements", "run rows", "queries"
	Target   string   `json:"to"`
	IDs      int      `json:"ids"`   // rows of Source; of queries, their number
	Known    int      `json:"known"` // those found in Target
	Share    float64  `json:"share"`
	Examples []string `json:"unknown,omitempty"` // the first ids not found, each once
}

// examplesShown is how many unknown ids a Reference names.
const examplesShown = 3

// count counts an id.
func (r *Reference) count(id string, exists bool) {
	r.IDs++
	if exists {
		r.Known++
	} else if len(r.Examples) < examplesShown && !slices.Contains(r.Examples, id) {
		r.Examples = append(r.Examples, id)
	}
}

// crossCheck looks up every id of a split: the judgements' and the run's documents in the collection, their queries among
// the split's, and the queries in judgements and run.
func crossCheck(t Topics, documents map[string]bool) SplitSummary {
	s := SplitSummary{Split: t.Split, Queries: len(t.Queries), Qrels: len(t.Qrels), Grades: map[int]int{}, RunRows: len(t.Run)}
	queries := make(map[string]bool, len(t.Queries))
	for _, q := range t.Queries {
		queries[q.ID] = true
	}
	withJudgement, withRun := map[string]bool{}, map[string]bool{}
	judgedPairs := make(map[[2]string]bool, len(t.Qrels))
	docs, judgedQueries := Reference{Source: "judgements", Target: "documents"}, Reference{Source: "judgements", Target: "queries"}
	for _, j := range t.Qrels {
		s.Grades[j.Grade]++
		withJudgement[j.QueryID] = true
		judgedPairs[[2]string{j.QueryID, j.DocID}] = true
		docs.count(j.DocID, documents[j.DocID])
		judgedQueries.count(j.QueryID, queries[j.QueryID])
	}
	runDocs, runAsked := Reference{Source: "run rows", Target: "documents"}, Reference{Source: "run rows", Target: "queries"}
	runJudged := Reference{Source: "run rows", Target: "judgements"}
	for _, r := range t.Run {
		withRun[r.QueryID] = true
		runDocs.count(r.DocID, documents[r.DocID])
		runAsked.count(r.QueryID, queries[r.QueryID])
		runJudged.count(r.QueryID+" "+r.DocID, judgedPairs[[2]string{r.QueryID, r.DocID}])
	}
	inQrels, inRun := Reference{Source: "queries", Target: "judgements"}, Reference{Source: "queries", Target: "run rows"}
	for _, q := range t.Queries {
		inQrels.count(q.ID, withJudgement[q.ID])
		inRun.count(q.ID, withRun[q.ID])
	}
	s.Judged, s.SharedTexts = inQrels.Known, sharedTexts(t.Queries)
	runJudged.Examples = nil // that most candidates are not judged is no fault
	if len(t.Qrels) > 0 {
		s.References = append(s.References, docs, judgedQueries, inQrels)
	}
	if len(t.Run) > 0 {
		s.References = append(s.References, runDocs, runAsked, inRun)
		if len(t.Qrels) > 0 {
			s.References = append(s.References, runJudged)
		}
	}
	for i := range s.References {
		r := &s.References[i]
		r.Share = float64(r.Known) / float64(max(r.IDs, 1))
	}
	return s
}

// print writes a split's lines: what it holds, then how its ids resolve.
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
