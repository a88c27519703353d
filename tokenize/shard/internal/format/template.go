package format

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
	"github.com/axiomine/axiomine/tokenize/shard/internal/template"
)

var templateFormat = Format{
	Name:    "template",
	About:   "JSON lines of your own make, by --template: a file, or dpo, dpo-chat, reward, rankt5, yes-no, rankzephyr",
	Use:     "datasets.load_dataset(\"json\", data_files=\"DIR/template/train-*\")",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   templateParts,
	Options: templateFaults,
	Folders: []encoding.Folder{{Name: "", As: templateLines}},
}

// templateFaults returns what is wrong with a template.
func templateFaults(o plan.Options) []string {
	if !slices.Contains(o.Formats, "template") {
		return nil
	}
	if _, err := template.Parse(o.Template); err != nil {
		return []string{"template: it " + err.Error()}
	}
	return nil
}

func templateParts(p *plan.Plan) (parts []encoding.Part) {
	t, err := template.Parse(p.Options.Template)
	if err != nil {
		panic("template: " + err.Error()) // templateFaults refuses it
	}
	p.PairwiseTasks("template", func(task plan.Task, folder string) {
		switch t.Kind {
		case template.Pair:
			t := t
			if text, _ := template.Lookup(template.Reward); p.Options.Template == text && haveSameMargin(task.Views) {
				t = t.Omit("margin")
			}
			parts = append(parts, templatePairs(p, t, task, folder)...)
		case template.Input:
			parts = append(parts, templateInputs(p, t, task, folder)...)
		case template.List:
			parts = append(parts, templateLists(p, t, p.TaskWithScores("template", task), folder)...)
		}
	})
	return parts
}

// pairValues returns the values of a pair that rows of every kind have.
func pairValues(p *plan.Plan, r plan.Row) template.Values {
	return template.Values{Texts: map[string]string{"query": p.In.QueryText(r.QueryID), "query_id": r.QueryID, "axiom": r.Axiom,
		"prompt": cmp.Or(p.Options.Prompt, template.DefaultPrompt)},
		Numbers: map[string]float64{"weight": r.Weight, "margin": r.Margin}}
}

// haveSameMargin reports whether all rows have the same margin, which teaches nothing.
func haveSameMargin(views []plan.View[plan.Row]) bool {
	first, isSet := 0.0, false
	for _, v := range views {
		for r := range v.Items.Each {
			if !isSet {
				first, isSet = r.Margin, true
			}
			if r.Margin != first {
				return false
			}
		}
	}
	return true
}

func templatePairs(p *plan.Plan, t *template.Template, task plan.Task, folder string) []encoding.Part {
	return encoding.Lines[plan.Row]{Folder: folder, As: templateLines, Append: func(r plan.Row, line []byte) ([]byte, error) {
		v := pairValues(p, r)
		v.Texts["positive"], v.Texts["negative"] = p.In.DocText(r.PosID), p.In.DocText(r.NegID)
		v.Texts["pos_id"], v.Texts["neg_id"], v.Texts["negative_source"] = r.PosID, r.NegID, r.NegativeSource()
		return t.Append(line, v)
	}}.Parts(task.Views)
}

// templateInputs returns a row for each document of a pair, as monot5 has.
func templateInputs(p *plan.Plan, t *template.Template, task plan.Task, folder string) []encoding.Part {
	points := p.Points(folder, task.Views, plan.TextInput(p.Store), false)
	return encoding.Lines[plan.Row]{Folder: folder, As: templateLines, Rows: points.Rows,
		Append: func(r plan.Row, line []byte) ([]byte, error) {
			v := pairValues(p, r)
			var err error
			points.Each(r, func(_ uint32, doc string, label float64) {
				if err != nil {
					return
				}
				if len(line) > 0 {
					line = append(line, '\n')
				}
				v.Texts["document"], v.Texts["doc_id"], v.Numbers["label"] = p.In.DocText(doc), doc, label
				line, err = t.Append(line, v)
			})
			return line, err
		}}.Parts(task.Views)
}

// templateLists returns a row for every group whose documents all have scores, no two the same. The
// order is that of the scores, and the passages are in an order of their hashes. Other groups are
// left out.
func templateLists(p *plan.Plan, t *template.Template, task plan.Task, folder string) []encoding.Part {
	views := p.GroupsUpTo("template", task, p.Options.Documents(8)-1)
	for _, v := range views {
		for g := range v.Items.Each {
			if idsByScore(p, g) == nil {
				p.Note("groups whose documents do not all have different scores left out of template", 1)
			}
		}
	}
	return encoding.Lines[plan.Group]{Folder: folder, As: templateLines,
		Rows: func(g plan.Group) int { return min(1, len(idsByScore(p, g))) },
		Append: func(g plan.Group, line []byte) ([]byte, error) {
			order := idsByScore(p, g)
			if order == nil {
				return line, nil
			}
			r := g.Row(0)
			hash := func(id string) uint64 { return xxhash.Sum64String(r.QueryID + "\x00" + id) }
			passages := slices.Clone(order)
			slices.SortFunc(passages, func(a, b string) int { return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b)) })
			v := pairValues(p, r)
			var numbers []string
			for _, id := range order {
				numbers = append(numbers, fmt.Sprintf("[%d]", slices.Index(passages, id)+1))
			}
			v.Texts["order"] = strings.Join(numbers, " > ")
			for _, id := range passages {
				v.List = append(v.List, p.In.DocText(id))
			}
			return t.Append(line, v)
		}}.Parts(views)
}

// idsByScore returns the ids of a group's documents, the highest score first; nil where two have
// the same score.
func idsByScore(p *plan.Plan, g plan.Group) (ids []string) {
	scores := map[string]float64{}
	for i := range g.Size() {
		r := g.Row(i)
		scores[r.PosID], scores[r.NegID] = p.TaughtScores(r)
	}
	for id := range scores {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	for i := 1; i < len(ids); i++ {
		if scores[ids[i-1]] == scores[ids[i]] {
			return nil
		}
	}
	return ids
}

// templateLines are objects with the same members. Only the template's author knows what is in
// them.
var templateLines = encoding.LineFiles{Ending: "jsonl", Object: true, Members: func([]string) string { return "" },
	Wrong: func(row []byte, _ string, _ *plan.TokenizerInfo) string {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(row, &members); err != nil {
			return "is not a JSON object"
		}
		for name, value := range members {
			if len(value) == 2 && (value[0] == '{' || value[0] == '[') {
				return "has nothing in the member " + name
			}
		}
		return ""
	}}
