package shard

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// negativeLine has the members of any format of JSON lines that name a pair or the negatives of a group.
type negativeLine struct {
	UID       string                   `json:"uid"`
	Source    string                   `json:"negative_source"`
	Sources   []string                 `json:"negative_sources"`
	Documents []string                 `json:"negative_document_ids"`
	IDs       []string                 `json:"neg_ids"`
	ID        string                   `json:"neg_id"`
	Passages  []struct{ Docid string } `json:"negative_passages"`
}

// Every format whose reader takes other members or columns says of each negative whether it is judged. Here documents with an even number
// are judged.
func TestNegativeSources(t *testing.T) {
	c := shardtest.NewCollection(t, 10, 40)
	list, ofUID := c.Pairs(60, 3), map[string]string{}
	sourceOf := func(doc string) string {
		if strings.ContainsAny(doc[len(doc)-1:], "02468") {
			return pairs.NegativeJudged
		}
		return pairs.NegativeAssumed
	}
	for i := range list {
		p := &list[i]
		p.Task, p.NegGrade = "pairwise", nil
		if sourceOf(p.NegID) == pairs.NegativeJudged {
			p.NegGrade = new(int32(0))
		}
		ofUID[p.UID] = sourceOf(p.NegID)
	}
	o := Defaults()
	o.Formats = []string{"tevatron", "tevatron-ids", "flagembedding", "swift", "swift-embedding", "monot5", "duot5", "template", "duobert",
		"bertsum"}
	o.Template = `{"neg_id": "{neg_id}", "negative_source": "{negative_source}", "text": "{negative}"}`
	o.GroupSize, o.MaxLength, o.MaxQueryLength = 3, 60, 10
	dir, _ := mustWrite(t, inputOf(c, plan.Split{Name: "train", Pairs: pairs.TableOf(list)}), o)
	for _, format := range o.Formats {
		seen := map[string]int{}
		check := func(what, got, want string) {
			if seen[got]++; got != want {
				t.Errorf("%s: the negative of %s is %q, want %q", format, what, got, want)
			}
		}
		for uid, source := range tableSources(t, dir, format) {
			check(uid, source, ofUID[uid])
		}
		for _, line := range jsonLines(t, dir, format) {
			ids := append(line.IDs, line.Documents...)
			for _, passage := range line.Passages {
				ids = append(ids, passage.Docid)
			}
			if len(ids) != len(line.Sources) {
				t.Fatalf("%s: %d negatives, and sources of %d", format, len(ids), len(line.Sources))
			}
			for i, id := range ids {
				check(id, line.Sources[i], sourceOf(id))
			}
			if line.ID != "" {
				check(line.ID, line.Source, sourceOf(line.ID))
			} else if len(ids) == 0 {
				check(line.UID, line.Source, ofUID[line.UID])
			}
		}
		if len(seen) != 2 {
			t.Errorf("%s: only %v", format, seen)
		}
	}
}

// tableSources reads the sources of a format of Parquet by uid.
func tableSources(t *testing.T, dir, format string) map[string]string {
	sources := map[string]string{}
	switch format {
	case "duobert":
		for _, r := range readAll[duoPair](t, dir, format, "train") {
			sources[*r.UID] = *r.NegSource
		}
	case "bertsum":
		for _, r := range readAll[sumPair](t, dir, format, "train") {
			sources[*r.UID] = *r.NegSource
		}
	}
	return sources
}

// jsonLines reads the lines of a format; none of one of Parquet.
func jsonLines(t *testing.T, dir, format string) (list []negativeLine) {
	if format == "duobert" || format == "bertsum" {
		return nil
	}
	for _, text := range linesOf(t, dir, format, "train") {
		var line negativeLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatal(err)
		}
		list = append(list, line)
	}
	return list
}
