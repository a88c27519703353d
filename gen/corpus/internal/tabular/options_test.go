package tabular

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// table is a head with the names of columns, separated by a space, and rows of cells, separated by a bar; the items of a list by a comma.
func table(header string, rows ...string) visitRows {
	have := strings.Fields(header)
	return func(names []string, visit func([]Cells) error) error {
		for _, row := range rows {
			cells, values := strings.Split(row, "|"), make([]Cells, len(names))
			for i, name := range names {
				if values[i] = one(cells[slices.Index(have, name)]); strings.Contains(values[i].Texts[0], ",") {
					values[i] = Cells{Texts: strings.Split(values[i].Texts[0], ","), Listed: true}
				}
			}
			if err := visit(values); err != nil {
				return err
			}
		}
		return nil
	}
}

// readAs returns how a table is read: its first line and the grades of its documents, or the hint of its refusal.
func readAs(t *testing.T, header, columns string, rows ...string) string {
	p, choice, err := planOf(t, header, columns)
	must.Do(t, err)
	visit := table(header, rows...)
	if err := p.Look(visit, false, choice); err != nil {
		return err.Error()
	}
	if p.PairAnswers(); !p.HasTrainingRows() {
		return p.Hint()
	}
	if err := p.CheckRoles(); err != nil {
		return err.Error()
	}
	said := p.Columns.Line() + ":"
	must.Do(t, visit(p.Names, func(values []Cells) error {
		said += " "
		return p.Reader().Rows(values, func(bad string) error { said += bad; return nil }, func(r Row) error {
			for _, d := range r.Docs {
				grade, _, _ := d.Grade()
				said += strings.Replace(fmt.Sprint(grade), "NaN", "-", 1)
			}
			return nil
		})
	}))
	return said
}

// TestMultipleChoice: one of the documents of a row is right, and a label says which, under the names and in the forms that data sets have.
func TestMultipleChoice(t *testing.T) {
	const q, r = "who runs over the hill", "what sings in the sea"
	for _, c := range []struct{ name, header, rows, want string }{
		{"MMLU", "question choices answer", q + "|a fox,a hen|0;" + r + "|a whale,a hen|1",
			"document = choices, label = answer (the place of the right one, from 0): 10 01"},
		{"from 1", "question options label", q + "|a fox,a hen|1;" + r + "|a hen,a whale|2",
			"label = label (the place of the right one, from 1): 10 01"},
		{"letters", "question options answer", q + "|a fox,a hen|A;" + r + "|a hen,a whale|B",
			"label = answer (the letter or name of the right one): 10 01"},
		{"texts", "question choices answer", q + "|a fox,a hen|a fox;" + r + "|a hen,a whale|a whale",
			"label = answer (the text of the right one): 10 01"},
		{"numbers as texts", "question choices answer", q + "|7,9,8|8;" + r + "|5,6,4|6", "label = answer (the text of the right one): 001 010"},
		{"ARC", "question choices.text choices.label answerKey", q + "|a fox,a hen|1,2|2;" + r + "|a hen,a whale|A,B|B",
			"document = choices.text, label = answerKey (the letter or name of the right one); not used: choices.label: 01 01"},
		{"HellaSwag, some unlabelled", "ctx endings label", q + "|a fox,a hen|0;" + r + "|a hen,a whale|-1",
			"label = label (the place of the right one, from 0): 10 --"},
		{"SWAG", "sent1 sent2 ending0 ending1 label", q + "|it|a fox|a hen|1;" + r + "|it|a hen|a whale|0",
			"query = sent1, document = ending0, document = ending1, label = label (the place of the right one, from 0); not used: sent2: 01 10"},
		{"PIQA", "goal sol1 sol2 label", q + "|a fox|a hen|1;" + r + "|a hen|a whale|0",
			"query = goal, document = sol1, document = sol2, label = label (the place of the right one, from 0): 01 10"},
		{"MedMCQA", "question opa opb cop", q + "|a fox|a hen|1;" + r + "|a hen|a whale|2",
			"document = opa, document = opb, label = cop (the place of the right one, from 1): 10 01"},
		{"Social IQa", "question answerA answerB label", q + "|a fox|a hen|A;" + r + "|a hen|a whale|B",
			"label = label (the letter or name of the right one): 10 01"},
		{"LLM science exam", "id prompt A B answer", "1|" + q + "|a fox|a hen|A;2|" + r + "|a hen|a whale|B",
			"query = prompt, document = A, document = B, label = answer"},
		{"CAIL SCM", "A B C label", q + "|a fox|a hen|B;" + r + "|a hen|a whale|C",
			"query = A, document = B, document = C, label = label (the letter or name of the right one): 10 01"},
		{"two labels agree", "question options answer answer_index", q + "|a fox,a hen|A|0;" + r + "|a hen,a whale|B|1",
			"label = answer (the letter or name of the right one); not used: answer_index: 10 01"},
		{"from 0 or from 1", "question choices label", q + "|a fox,a hen,a cat|1;" + r + "|a hen,a whale,a cat|2", "say --columns"},
		{"an answer that may be a place from 0 or from 1", "question choices answer",
			q + "|a fox,a hen,a cat|1;" + r + "|a hen,a whale,a cat|2", "choices holds texts and has no role"},
		{"a passage beside it", "article question options answer",
			"a fox is quick and runs|" + q + "|a fox,a hen|A;one hen is old and red|" + r + "|a hen,a whale|B",
			`paste --columns "query=question,document=options,label=answer,unused=article"`},
		{"no header", "1 2 3 4", q + "|a fox|a hen|A;" + r + "|a hen|a whale|B",
			"query = 1, document = 2, document = 3, label = 4 (the letter or name of the right one): 10 01"},
		{"a log of what was picked", "question Suggestion_A Suggestion_B Agent_picked", q + "|a fox|a hen|B;" + r + "|a hen|a whale|neither;" + r + "|a hen|a cat|suggestion a",
			"label = Agent_picked (the letter or name of the right one): 01 -- 10"},
		{"the place of what was clicked", "query result1 result2 result3 clicked", q + "|a fox|a hen|a cat|3;" + r + "|a hen|a whale|a cat|1",
			"label = clicked (the place of the right one, from 1): 001 100"},
		{"whether one was clicked", "query result1 result2 clicked", q + "|a fox|a hen|0;" + r + "|a hen|a whale|1", "say --columns"},
		{"whether one was clicked, in floats", "query result1 result2 clicked", q + "|a fox|a hen|0.0;" + r + "|a hen|a whale|1.0", "say --columns"},
		{"Arena, letters for names", "prompt response_a response_b winner model_a model_b", q + "|a fox|a hen|A|k|l;" + r + "|a hen|a whale|tie|k|l",
			"label = winner (model_a or model_b says which one is better); not used: model_a, model_b: 10 --"},
		{"two sentences", "sentence1 sentence2 label", q + "|a fox runs|0;" + r + "|a hen sits|1",
			"query = sentence1, document = sentence2, label = label: 0 1"},
	} {
		if got := readAs(t, c.header, "", strings.Split(c.rows, ";")...); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for columns, want := range map[string]string{
		"":                  ` (the places of the right ones, from 1); not used: skus: 101 010 ---`,
		",document_id=skus": ` (the letters or names of the right ones): 101 010 ---`,
	} {
		label := map[bool]string{true: "|1,3;|2;|", false: "|k7,k9;|k8;|"}[columns == ""]
		cells, rows := strings.Split(label, ";"), []string{q + "|a fox,a hen,a cat|k7,k8,k9", r + "|a hen,a whale,a cat|k6,k8,k9", r + "|a hen,a cat,an owl|k1,k2,k3"}
		for i := range rows {
			rows[i] += cells[i]
		}
		if got := readAs(t, "search_term titles skus clicked", "query=search_term,document=titles,label=clicked"+columns, rows...); !strings.Contains(got, want) {
			t.Errorf("places of several: %s, want %s", got, want)
		}
	}
	if got := readAs(t, "ctx a b best", "query=ctx,document=a,document=b,label=best", q+"|a fox|a hen|7", r+"|a hen|a whale|0"); !strings.Contains(got, "has one label a row") {
		t.Errorf("a label of no option: %s", got)
	}
}

// TestMeaning: words beside the numbers of a label say what these mean, and a question without an answer judges nothing.
func TestMeaning(t *testing.T) {
	const q, r, a, b = "who runs over the hill", "what sings in the sea", "the red fox runs over it", "one blue whale sings there"
	for _, c := range []struct{ name, header, rows, want string }{
		{"SetFit", "text1 text2 label label_text", q + "|" + a + "|0|entailment;" + r + "|" + a + "|2|contradiction",
			"label = label_text (contradiction = 0, entailment = 1); not used: label: 1 0"},
		{"words of the same meaning", "text1 text2 label label_text", q + "|" + a + "|1|duplicate;" + r + "|" + a + "|0|not duplicate",
			"label = label; not used: label_text: 1 0"},
		{"words that nobody knows", "text1 text2 label label_name", q + "|" + a + "|1|joy;" + r + "|" + a + "|0|anger",
			`paste --labels "anger=?,joy=?"`},
		{"words beside several numbers", "text1 text2 label label_name", q + "|" + a + "|1|joy;" + r + "|" + a + "|0|joy",
			"label = label; not used: label_name: 1 0"},
		{"SQuAD 2", "question context answers.text", q + "|" + a + "|a fox;" + r + "|" + b + "|",
			"document = context (the positive of its query), answers = answers.text (a question without one judges nothing): 1 -"},
		{"DuoRC", "question passage no_answer", q + "|" + a + "|False;" + r + "|" + b + "|True",
			"answers = no_answer (a question without one judges nothing): 1 -"},
		{"answers everywhere", "question context answers.text", q + "|" + a + "|a fox;" + r + "|" + b + "|a whale",
			"(the positive of its query); not used: answers.text: 1 1"},
		{"CLUE", "sentence1 sentence2 label", q + "|" + a + "|0;" + r + "|" + a + "|2", `paste --labels "0=?,1=?,2=?"`},
		{"QNLI", "question sentence label idx", q + "|" + a + "|0|1;" + r + "|" + a + "|1|2", `paste --labels "0=?,1=?"`},
		{"WikiQA", "question sentence label", q + "|" + a + "|0;" + r + "|" + a + "|1", "document = sentence, label = label: 0 1"},
		{"grades to 5", "sentence1 sentence2 label", q + "|" + a + "|0;" + r + "|" + a + "|5", "label = label: 0 5"},
	} {
		if got := readAs(t, c.header, "", strings.Split(c.rows, ";")...); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestCodesAreNoTexts: ids of several words are no queries, however short their column is.
func TestCodesAreNoTexts(t *testing.T) {
	var rows []string
	for i := range 20 {
		rows = append(rows, fmt.Sprintf("rote hohe vase %d x|AB %03[1]d|eine rote vase aus glas und holz %[1]d|%[2]d", i, i%2))
	}
	const want = `paste --columns "query=Suche,document=Produkttext,label=Bewertung"`
	must.Equal(t, readAs(t, "Suche Artikel Produkttext Bewertung", "", rows...), want)
}
