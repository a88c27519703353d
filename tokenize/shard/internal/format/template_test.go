package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
	"pgregory.net/rapid"
)

// filled is a row that has the values of every kind.
func filled(t testing.TB) *row {
	in := plan.Input{Query: func(string) (string, bool) { return `blue "kite"`, true }, Doc: func(id string) (string, string, bool) {
		return "", map[string]string{"d1": "one two three", "d2": "<b>\nfour", "d3": "a lake", "d4": "first one", "d5": "second",
			"long": strings.Repeat("p ", 1<<19)}[id], true
	}}
	r := &row{Plan: &plan.Plan{In: &in, Store: &plan.Store{}, Options: plan.Options{Prompt: "Find it"}, Weighted: 1}, order: "[2] > [1]",
		weight: .5, margin: 2}
	r.pair.QueryID, r.pair.PosID, r.pair.NegID, r.pair.Axiom, r.pair.Source = "q1", "d1", "d2", "tfc1", pairs.Axiomatic
	r.pair.PosScore, r.pair.NegScore = new(1.5), new(.25)
	r.query, r.members = plan.Text{ID: "q1"}, []plan.Row{r.pair, r.pair}
	r.setDocument("d3", 0, 1)
	r.docs = []document{{Text: plan.Text{ID: "d4"}}, {Text: plan.Text{ID: "d5"}}, {Text: plan.Text{ID: "d2"}}}
	return r
}

func TestAppend(t *testing.T) {
	for template, want := range map[string]string{
		`{"a": "{query}", "b": "{positive:8} / {negative}"}`:   `{"a":"blue \"kite\"","b":"one two / <b>\nfour"}`,
		`{"z": "{{x}} {pos_id}{neg_id}", "a": [1.50, null]}`:   `{"z":"{x} d1d2","a":[1.50,null]}`, // in its order, numbers as they came
		`{"w": "{weight}", "m": "m{margin}", "p": "{pos_id}"}`: `{"w":0.5,"m":"m2","p":"d1"}`,
		`{"n": "{negative}", "s": "{negative_source}"}`:        `{"n":"<b>\nfour","s":"assumed"}`,
		`{"d": "{document}", "l": "{label}"}`:                  `{"d":"a lake","l":1}`,
		`{"d": {"e": "{doc_id}"}, "l": "{label:yes|no}"}`:      `{"d":{"e":"d3"},"l":"yes"}`,
		`{"p": "{passages:5}", "o": "{order}"}`:                `{"p":"[1] first\n[2] secon\n[3] <b>","o":"[2] > [1]"}`,
		`{"q": "{query}", "n": ["{negatives}"], "s": ["{neg_scores}"], "p": "{pos_score}", "w": "{weight?}"}`: `{"q":"blue \"kite\"",` +
			`"n":["second","<b>\nfour"],"s":[0.25,0.25],"p":1.5,"w":0.5}`,
		`{"m": [[{"c": "{positive}"}, {"d": 1}]], "l": [[{"c": "{negatives}"}]]}`: `{"m":[[{"c":"one two three"},{"d":1}]],` +
			`"l":[[{"c":"second"}],[{"c":"<b>\nfour"}]]}`,
	} {
		p, err := Parse(template)
		if err != nil {
			t.Errorf("%s: %v", template, err)
			continue
		}
		if got, err := p.Append(nil, filled(t)); string(got) != want || err != nil {
			t.Errorf("%s: %s, want %s: %v", template, got, want, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for template, says := range map[string]string{
		``:                                       "is no JSON",
		`["{query}"]`:                            "is no JSON object",
		`{"a": "{query}"}`:                       "has no placeholder of a document",
		`{"a": "{positive} {label}"}`:            "has {label} beside placeholders of other rows",
		`{"a": "{positiv}"}`:                     "has an unknown placeholder {positiv}",
		`{"a": "{positive"}`:                     "has a brace without its partner",
		`{"a": "positive}"}`:                     "has a brace without its partner",
		`{"a": "{positive:many}"}`:               "a number of characters is wanted",
		`{"a": "{label:yes}"}`:                   "two different words are wanted",
		`{"a": "{doc_id:4}"}`:                    "takes nothing behind a colon",
		`{"a": "{positive}", "a": "{negative}"}`: `has the member "a" twice`,
		`{"a": "{positive}", "b": {}}`:           "has an empty object or array",
		`{"a": "{negatives}"}`:                   `has a list outside of an array: "{negatives}" is to be ["{negatives}"]`,
		`{"a": ["{negatives}", "{query}"]}`:      "has a list beside other values in an array",
		`{"a": "{uid}", "b": "{positive}"}`:      "has an unknown placeholder {uid}",
		`{"a": "{positive}"} {}`:                 "has something behind its JSON object",
	} {
		if _, err := Parse(template); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v does not say %q", template, err, says)
		}
	}
}

// Templates that would take much are refused, and so is a row of them that would be too long.
func TestTemplateBudgets(t *testing.T) {
	members := make([]string, 60_000)
	for i := range members {
		members[i] = fmt.Sprintf("%q: 1", fmt.Sprint(i))
	}
	for _, c := range []struct{ template, want string }{
		{strings.Repeat("[", safefile.Template), "objects and arrays deep"},
		{`{"a": "` + strings.Repeat("{positive}", safefile.Slots+1) + `"}`, "placeholders"},
		{`{"a": "{positive}", "b": "` + strings.Repeat("x", safefile.Template) + `"}`, "has more than 1 MiB"},
		{`{"a": "{positive}", ` + strings.Join(members, ", ") + `}`, ""},
	} {
		budgettest.Run(t, len(c.template), func() {
			if _, err := Parse(c.template); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%.30s: %v, want %q", c.template, err, c.want)
			}
		})
	}
	v := filled(t)
	v.pair.PosID, v.docs = "long", []document{{Text: plan.Text{ID: "long"}}}
	for template, fits := range map[string]bool{
		`{"a": "` + strings.Repeat("{positive}", 9) + `"}`:      true,
		`{"a": "` + strings.Repeat("{positive}", 70) + `"}`:     false,
		`{"a": "` + strings.Repeat("{positive:600}", 70) + `"}`: true,
		`{"a": "` + strings.Repeat("{passages}", 70) + `"}`:     false,
	} {
		p, err := Parse(template)
		must.Do(t, err)
		_, err = p.Append(nil, v)
		if f, ok := errors.AsType[*errs.Error](err); (err == nil) != fits || err != nil && (!ok || f.Kind != errs.Input) {
			t.Errorf("%.30s: %v, want it to fit: %v", template, err, fits)
		}
	}
}

// TestNamed fills every named template.
func TestNamed(t *testing.T) {
	for _, name := range NameList() {
		text, _ := TemplateText(name)
		p, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if row, err := p.Append(nil, filled(t)); err != nil || !json.Valid(row) || strings.ContainsAny(string(row), "\n") {
			t.Errorf("%s: %s, %v", name, row, err)
		}
	}
}

// TestCut: what is left begins the text, is no longer than asked, and ends where a word ends or is one long word's beginning.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab é 字\n"))).Draw(t, "text")
		most := rapid.IntRange(1, 12).Draw(t, "most")
		got := Cut(text, most)
		if !strings.HasPrefix(text, got) || utf8.RuneCountInString(got) > most {
			t.Fatalf("%q", got)
		}
		if utf8.RuneCountInString(text) <= most && got != text {
			t.Fatalf("%q is cut", text)
		}
		rest, words := text[len(got):], strings.Fields(got)
		if len(words) > 1 && rest != "" && !strings.ContainsAny(rest[:1], " \n") {
			t.Fatalf("%q is cut inside a word: %q", text, got)
		}
	})
}

// FuzzParse: what is read can be filled, and is an object a line.
func FuzzParse(f *testing.F) {
	f.Add(`{"a": "{query}", "b": "{positive:8} / {negative}"}`)
	f.Add(`{"p": ["{passages:5}", {"x": "{order}{{"}], "w": "{weight}"}`)
	f.Add(`{"d": "{document}", "l": "{label:yes|no}", "n": -1e5}`)
	f.Fuzz(func(t *testing.T, text string) {
		budgettest.Run(t, len(text), func() {
			p, err := Parse(text)
			if err != nil {
				return
			}
			if row, err := p.Append(nil, filled(t)); err != nil || !json.Valid(row) || strings.Contains(string(row), "\n") {
				t.Errorf("%q gives %q, %v", text, row, err)
			}
		})
	})
}

// TestYesNo: the row is the form of Qwen3-Reranker's model card, with the instruction and an empty thought.
func TestYesNo(t *testing.T) {
	text, _ := TemplateText("yes-no")
	p := must.Get(Parse(text))(t)
	row := must.Get(p.Append(nil, filled(t)))(t)
	var got struct {
		Prompt, Completion []struct{ Role, Content string }
	}
	must.Do(t, json.Unmarshal(row, &got))
	if len(got.Prompt) != 2 || got.Prompt[1].Content != "<Instruct>: Find it\n<Query>: blue \"kite\"\n<Document>: a lake" ||
		len(got.Completion) != 1 || got.Completion[0].Content != "<think>\n\n</think>\n\nyes" {
		t.Errorf("%s", row)
	}
}

// TestWithout: a member is left out, and the template it came from has it still.
func TestWithout(t *testing.T) {
	text, _ := TemplateText(Reward)
	p := must.Get(Parse(text))(t)
	for template, has := range map[*Template]bool{p.Omit("margin"): false, p: true} {
		if row, err := template.Append(nil, filled(t)); err != nil || strings.Contains(string(row), `"margin"`) != has {
			t.Errorf("%s, %v", row, err)
		}
	}
}
