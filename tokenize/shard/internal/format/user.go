package format

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// templateFormat writes rows by a template: the user's own, or one of namedTemplates.
var templateFormat = Format{
	Name:    "template",
	About:   "JSON lines of your own make, by --template: a file, or dpo, dpo-chat, reward, rankt5, yes-no, rankzephyr",
	Use:     "datasets.load_dataset(\"json\", data_files=\"DIR/template/train-*\")",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   templateParts,
	Options: templateFaults,
	Folders: []encoding.Folder{{Name: "", As: templateLines}},
	files:   []Files{{Paths: "`template-TASK/SPLIT-*.jsonl`", Row: "prompt, chosen, rejected"}},
}

// templateFaults returns the error in the user's template, if the format is wanted.
func templateFaults(o plan.Options) []string {
	if !slices.Contains(o.Formats, "template") {
		return nil
	}
	if _, err := Parse(o.Template); err != nil {
		return []string{"template: it " + err.Error()}
	}
	return nil
}

// userSet holds the set of a user's template, by the template's kind.
var userSet = map[Kind]set{Pair: {}, Input: {shape: inputRows}, Group: {shape: groupRows}, List: {shape: listRows}}

// templateParts returns the files of the user's template. The template reward is written without the margin if all pairs have the same.
func templateParts(f Format, p *plan.Plan) (parts []encoding.Part) {
	t, err := Parse(p.Options.Template)
	if err != nil {
		panic("template: " + err.Error()) // templateFaults refuses it
	}
	s := userSet[t.Kind]
	s.isScored = t.IsScored()
	p.PairwiseTasks("template", func(task plan.Task, name string) {
		s.folders = []folder{{style: lines, user: t}}
		if text, _ := TemplateText(Reward); p.Options.Template == text && haveSameMargin(task.Views) {
			s.folders[0].user = t.Omit("margin")
		}
		parts = append(parts, s.taskParts(p, f, task, name)...)
	})
	return parts
}

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

// listParts returns the files with a row for every group whose documents have different scores, and counts the groups left out. The row's
// order is that of the scores. Its passages are in the order of their hashes.
func (s set) listParts(p *plan.Plan, f Format, name string, views []plan.View[plan.Group]) []encoding.Part {
	for _, v := range views {
		for g := range v.Items.Each {
			if byScore(p, g) == nil {
				p.Note("groups whose documents do not all have different scores left out of template", 1)
			}
		}
	}
	rows := func(g plan.Group) int { return min(1, len(byScore(p, g))) }
	return write(p, f, s, name, views, rows, func(_ folder, r *row, g plan.Group, add func()) {
		order := byScore(p, g)
		if order == nil {
			return
		}
		r.setPair(g.Row(0))
		hash := func(t plan.Text) uint64 { return xxhash.Sum64String(r.query.ID + "\x00" + t.ID) }
		passages := slices.Clone(order)
		sort.Slice(passages, func(i, j int) bool {
			return cmp.Or(cmp.Compare(hash(passages[i]), hash(passages[j])), cmp.Compare(passages[i].ID, passages[j].ID)) < 0
		})
		numbers := lists.Map(order, func(t plan.Text) string { return fmt.Sprintf("[%d]", slices.Index(passages, t)+1) })
		r.order, r.docs = strings.Join(numbers, " > "), r.docs[:0]
		for _, t := range passages {
			r.docs = append(r.docs, document{Text: t})
		}
		add()
	})
}

// byScore returns a group's documents, the highest score first, and nil if two have the same score.
func byScore(p *plan.Plan, g plan.Group) (list []plan.Text) {
	scores := map[plan.Text]float64{}
	for i := range g.Size() {
		r := g.Row(i)
		scores[plan.Text{ID: r.PosID, Number: r.Pos}], scores[plan.Text{ID: r.NegID, Number: r.Neg}] = p.TaughtScores(r)
	}
	for t := range scores {
		list = append(list, t)
	}
	sort.Slice(list, func(i, j int) bool {
		return cmp.Or(cmp.Compare(scores[list[j]], scores[list[i]]), cmp.Compare(list[i].ID, list[j].ID)) < 0
	})
	for i := 1; i < len(list); i++ {
		if scores[list[i-1]] == scores[list[i]] {
			return nil
		}
	}
	return list
}

// templateLines is the encoding of the files: lines of a JSON object each.
var templateLines = encoding.LineFiles{Ending: "jsonl", Object: true}

// Reward is the name of the template that has no margin if all pairs have the same margin.
const Reward = "reward"

// DefaultPrompt is the value of {prompt} if the user gives none: the instruction of Qwen3-Reranker.
const DefaultPrompt = "Given a web search query, retrieve relevant passages that answer the query"

// namedTemplates are the templates that a user can choose by a name. The name is that of the model or trainer that reads the rows.
var namedTemplates = []struct{ name, text string }{
	// For TRL's DPOTrainer and similar trainers: texts, which it concatenates as they are; and the same as a conversation.
	{"dpo", `{"prompt": "{query}\n", "chosen": "{positive}", "rejected": "{negative}"}`},
	{"dpo-chat", `{"prompt": [{"role": "user", "content": "{query}"}], "chosen": [{"role": "assistant", "content": "{positive}"}],
"rejected": [{"role": "assistant", "content": "{negative}"}]}`},
	// For TRL's RewardTrainer, with the margin of its loss if pairs differ in it.
	{Reward, `{"chosen": [{"role": "user", "content": "{query}"}, {"role": "assistant", "content": "{positive}"}],
"rejected": [{"role": "user", "content": "{query}"}, {"role": "assistant", "content": "{negative}"}], "margin": "{margin}"}`},
	// For RankT5 (Zhuang et al., SIGIR 2023, section 3.3): nothing comes after the document, and the label is a number.
	{"rankt5", `{"inputs": "Query: {query} Document: {document}", "label": "{label}", "query_id": "{query_id}", "doc_id": "{doc_id}"}`},
	// For Qwen3-Reranker, as in its model card: the instruction is before the query, and an empty thought before the answer. The loss is that
	// of the completion alone.
	{"yes-no", `{"prompt": [{"role": "system", "content": "Judge whether the Document meets the requirements based on the Query and the ` +
		`Instruct provided. Note that the answer can only be \"yes\" or \"no\"."},
{"role": "user", "content": "<Instruct>: {prompt}\n<Query>: {query}\n<Document>: {document}"}],
"completion": [{"role": "assistant", "content": "<think>\n\n</think>\n\n{label:yes|no}"}]}`},
	// For listwise rerankers (RankGPT, Sun et al., EMNLP 2023; RankZephyr, Pradeep et al. 2023); passages have at most 1,500 characters.
	{"rankzephyr", `{"messages": [{"role": "system", "content": "You are RankLLM, an intelligent assistant that can rank passages based on ` +
		`their relevancy to the query."}, {"role": "user", "content": "I will provide you with passages, each indicated by a numerical ` +
		`identifier []. Rank the passages based on their relevance to the search query: {query}.\n\n{passages:1500}\n\nSearch Query: ` +
		`{query}.\nRank the passages above in descending order of relevance. Answer with identifiers alone, as [2] > [1]."},
{"role": "assistant", "content": "{order}"}]}`},
}

// TemplateText returns the text of a template by its name.
func TemplateText(name string) (text string, ok bool) {
	for _, t := range namedTemplates {
		if t.name == name {
			return t.text, true
		}
	}
	return "", false
}

// NameList returns the names of the templates that have one.
func NameList() []string {
	return lists.Map(namedTemplates, func(t struct{ name, text string }) string { return t.name })
}
