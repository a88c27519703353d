package read

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// trainingRows returns how the columns of a file are read, and its rows, or the error without the file's name.
func trainingRows(path string, o Options) (columns string, rows []string, err error) {
	columns, err = TrainingRows(context.Background(), path, o, nil, func(r *corpus.TrainingRow) error {
		line := strings.TrimPrefix(r.QueryID+"#"+r.Query, "#")
		for _, d := range r.Docs {
			line += fmt.Sprintf(" | %s %g", strings.TrimPrefix(d.ID+"#"+d.Text, "#"), d.Grade)
		}
		rows = append(rows, line)
		return nil
	})
	return columns, rows, err
}

// pasted matches the choice that a hint has.
var pasted = regexp.MustCompile(`paste --(columns|labels) ("[^"]*"|'[^']*')`)

// roleCases are tables with columns under the names that people use. A table that is refused has the line to paste, which reads it.
var roleCases = []struct {
	name, header string
	rows         []string // cells separated by a bar
	refused      string   // what the error says, "" for a table that is read
	columns      string
	want         string // the first row
}{
	{"claims", "claim_id claim positive hard_negative", []string{"1|foxes are red|a red fox|the blue sea", "2|seas are blue|the blue sea|a fox"}, "",
		"query = claim, positive = positive, negative = hard_negative; not used: claim_id", "foxes are red | a red fox 1 | the blue sea 0"},
	{"inference", "premise hypothesis label", []string{"a fox runs|it moves|entailment", "a fox runs|it is late|neutral", "a fox runs|it sleeps|contradiction"},
		"", "query = premise, document = hypothesis, label = label (contradiction = 0, neutral = 0, entailment = 1)", "a fox runs | it moves 1"},
	{"likeness", "sentence1 sentence2 score", []string{"a fox runs|it moves|0.9", "a fox runs|it is late|0.2"}, "",
		`query = sentence1, document = sentence2, score = score (real numbers order candidates and judge nothing: --columns "query=sentence1,document=sentence2,label=score>=0.5" judges)`,
		"a fox runs | it moves 0.9"},
	{"a pair with a number", "text_1 text_2 label", []string{"a fox runs|it moves|1", "a fox runs|it is late|0"}, "",
		"query = text_1, document = text_2, label = label", "a fox runs | it moves 1"},
	{"duplicates", "id question1 question2 is_duplicate", []string{"1|who runs|what runs|1", "2|who runs|is it late|0"}, "",
		"query = question1, document = question2, label = is_duplicate; not used: id", "who runs | what runs 1"},
	{"text and text", "qtext label atext", []string{"who runs|1|a fox runs", "who runs|0|the blue sea"}, "",
		"query = qtext, document = atext, label = label", "who runs | a fox runs 1"},
	{"SimCSE", "sent0 sent1 hard_neg", []string{"a fox runs|it moves|it sleeps"}, "",
		"query = sent0, positive = sent1, negative = hard_neg", "a fox runs | it moves 1 | it sleeps 0"},
	{"three texts of inference", "premise entailment contradiction", []string{"a fox runs|it moves|it sleeps"}, "",
		"query = premise, positive = entailment, negative = contradiction", "a fox runs | it moves 1 | it sleeps 0"},
	{"titles that ask", "title relevant negative", []string{"who runs|a fox runs|the blue sea", "who swims|a fish swims|a stone lies"}, "",
		"query = title (the only other text), positive = relevant, negative = negative", "who runs | a fox runs 1 | the blue sea 0"},
	{"numbers under a foreign name", "frage dokument bewertung", []string{"wer rennt da|ein roter fuchs rennt dort|1", "wer rennt da|das blaue meer liegt still|0",
		"wer schwimmt da|ein fisch schwimmt im meer|1"}, "no role is known", "query = frage, document = dokument, label = bewertung", "wer rennt da | ein roter fuchs rennt dort 1"},
	{"relevant texts", "query relevant irrelevant", []string{"who runs|a fox runs|the blue sea"}, "",
		"query = query, positive = relevant, negative = irrelevant", "who runs | a fox runs 1 | the blue sea 0"},
	{"instructions", "instruction input chosen rejected", []string{"Name it.|a red animal|a fox|a hen", "Name it.||a cow|a hen"}, "",
		"query = instruction, query = input, positive = chosen, negative = rejected", "Name it.\na red animal | a fox 1 | a hen 0"},
	{"responses", "prompt response_chosen response_rejected", []string{"who runs|a fox|a hen"}, "",
		"query = prompt, positive = response_chosen, negative = response_rejected", "who runs | a fox 1 | a hen 0"},
	{"ms-swift", "query response rejected_response", []string{"who runs|a fox|a hen"}, "",
		"query = query, positive = response, negative = rejected_response", "who runs | a fox 1 | a hen 0"},
	{"an unknown name", "Frage positive negative", []string{"who runs here|a fox|a hen", "who sings here|a hen|a fox"}, "",
		"query = Frage (the only other text), positive = positive, negative = negative", "who runs here | a fox 1 | a hen 0"},
	{"a title", "title pos neg lang", []string{"who runs here|a fox|a hen|en", "who sings here|a hen|a fox|en"}, "",
		"query = title (the only other text), positive = pos, negative = neg; not used: lang", "who runs here | a fox 1 | a hen 0"},
	{"questions and answers", "question answer", []string{"who runs|a fox runs"}, "",
		"query = question, document = answer (the positive of its query)", "who runs | a fox runs 1"},
	{"good and bad answers", "question pos_answer neg_answer", []string{"who runs|a fox|a hen"}, "",
		"query = question, positive = pos_answer, negative = neg_answer", "who runs | a fox 1 | a hen 0"},
	{"two answers", "history human_ref_A human_ref_B labels", []string{"who runs|a fox|a hen|1", "who runs|a fox|a hen|0"}, "",
		"query = history, document = human_ref_A, document = human_ref_B, label = labels (1 or 0 says which one is better)",
		"who runs | a fox 1 | a hen 0"},
	{"a margin", "query passage1 passage2 label", []string{"who runs|a hen|a fox|-1.5", "who runs|a fox|a hen|2.5", "who swims|a fox|a hen|0"}, "",
		"query = query, document = passage1, document = passage2, label = label (>0 or <0 says which one is better)", "who runs | a hen 0 | a fox 1"},
	{"flags of the winner", "prompt response_a response_b winner_model_a winner_model_b winner_tie",
		[]string{"who runs|a hen|a fox|0|1|0", "who runs|a fox|a hen|1|0|0", "who swims|a fox|a hen|0|0|1"}, "",
		"query = prompt, document = response_a, document = response_b, label = winner_model_a, label = winner_model_b; not used: winner_tie",
		"who runs | a hen 0 | a fox 1"},
	{"candidates", "query candidates label", []string{"who runs|a fox runs|1", "who runs|the blue sea|0"}, "",
		"query = query, document = candidates, label = label", "who runs | a fox runs 1"},
	{"scores by short names", "query positive negative pos_score neg_score", []string{"who runs|a fox|a hen|9.5|-1.25"}, "",
		"query = query, positive = positive, negative = negative, positive_score = pos_score, negative_score = neg_score", "who runs | a fox 1 | a hen 0"},
	{"two outputs", "instruction input output_1 output_2 preference", []string{"name it||a hen|a fox|2"}, "",
		"query = instruction, query = input, document = output_1, document = output_2, label = preference (1 or 2 says which one is better)", "name it | a hen 0 | a fox 1"},
	{"a title with its body", "title body", []string{"who runs|a fox runs over the hill"}, "", "query = title, document = body (the positive of its query)",
		"who runs | a fox runs over the hill 1"},
	{"grades under a name of their own", "prompt response helpfulness verbosity", []string{"who runs|a fox runs|4|0", "who runs|the blue sea|0|2"}, "",
		"query = prompt, document = response, label = helpfulness; not used: verbosity", "who runs | a fox runs 4"},
	{"truth", "prompt response is_safe", []string{"who runs|a fox runs|true", "who runs|the blue sea|false"}, "is_safe may be labels",
		"query = prompt, document = response, label = is_safe", "who runs | a fox runs 1"},
	{"evidence", "claim evidence label", []string{"foxes run|a fox runs|SUPPORTS", "foxes run|a fox sleeps|REFUTES"}, "",
		"query = claim, document = evidence, label = label (REFUTES = 0, SUPPORTS = 1)", "foxes run | a fox runs 1"},
	{"rewards", "chosen rejected", []string{"Who runs? foxes|Who runs? hens"}, "",
		"positive = chosen (the query is the beginning that both share), negative = rejected", "Who runs? | foxes 1 | hens 0"},
	{"lists as text", "query positives", []string{"who runs|['a fox' 'a dog']"}, "", "query = query, positive = positives", "who runs | a fox 1 | a dog 1"},
	{"ids in lists as text", "query positives negatives", []string{"who runs|[11 12]|[13]"}, "",
		"query = query, positive = positives, negative = negatives", "who runs | 11# 1 | 12# 1 | 13# 0"},
	{"ids beside an id", "query positive negative", []string{"100|500|900", "101|501|901"}, "",
		"query = query, positive = positive, negative = negative", "100# | 500# 1 | 900# 0"},
	{"numbers of inference", "premise hypothesis label", []string{"a fox runs|it moves|0", "a fox runs|it is late|1", "a fox runs|it sleeps|2"},
		"numbers of classes", "query = premise, document = hypothesis, label = label", "a fox runs | it moves 0"},
	{"made answers", "question right_answer hallucinated_answer", []string{"who runs|a fox runs|an old hen"}, "",
		"query = question, positive = right_answer, negative = hallucinated_answer", "who runs | a fox runs 1 | an old hen 0"},
	{"two texts more", "aside positive negative statement", []string{"it is late today|a fox|a hen|who runs here"}, "the columns aside, statement hold texts",
		"query = statement, positive = positive, negative = negative; not used: aside", "who runs here | a fox 1 | a hen 0"},
	{"a text beside a whole row", "query positive negative second", []string{"who runs|a fox|a hen|a cow runs with the fox"},
		"the column second holds texts and has no role", "query = query, positive = positive, negative = negative; not used: second",
		"who runs | a fox 1 | a hen 0"},
	{"shops", "query product_title esci_label", []string{"usb cable|a cable for usb|E", "usb cable|a toy whale|I"}, "",
		"query = query, document = product_title, label = esci_label (I = 0, E = 3)", "usb cable | a cable for usb 3"},
	{"unknown names alone", "reply ask verdict_score", []string{"a fox runs over the hill|who runs|1", "the sea is blue and deep|who runs|0"},
		"no role is known", "query = ask, document = reply, label = verdict_score", "who runs | a fox runs over the hill 1"},
	{"a query a row", "query passage source", []string{"who runs|a fox runs|web", "who swims|a fish swims|web"}, "",
		"query = query, document = passage (the positive of its query); not used: source", "who runs | a fox runs 1"},
	{"candidates", "query passage", []string{"who runs|a fox runs", "who runs|the blue sea"}, "no training rows",
		"query = query, positive = passage", "who runs | a fox runs 1"},
	{"code", "code original_string docstring", []string{"def f(a) return a|def f(a) return a|returns the first one", "def g(b) return b|def g(b) return b|returns the second one"},
		"", "query = docstring, document = code (the positive of its query); not used: original_string", "returns the first one | def f(a) return a 1"},
	{"negatives with titles", "ask pos.abstract neg.abstract neg.title", []string{"who runs here|a fox runs there|a hen sits there|of old hens"},
		"no role is known", "query = ask, positive = pos.abstract, negative = neg.abstract; not used: neg.title", "who runs here | a fox runs there 1 | a hen sits there 0"},
	{"words", "query passage label", []string{"who runs|a fox|fits", "who runs|a hen|misses"}, "words without a known grade",
		"query = query, document = passage, label = label", "who runs | a fox 0"},
	{"a title with words as labels", "query title score", []string{"who runs|red fox|fits", "who swims|old hen|hen"}, "words without a known grade",
		"query = query, document = title, label = score", "who runs | red fox 0"},
	{"an answer to an instruction", "instruction context response", []string{"who runs||a fox runs over it", "who swims|of whales|a whale swims far off"}, "",
		"query = instruction, query = context, positive = response", "who runs | a fox runs over it 1"},
	{"an output beside the whole", "instruction input output text", []string{"who runs|here|a fox runs over it|say who runs: a fox runs over it"}, "",
		"query = instruction, query = input, positive = output; not used: text", "who runs\nhere | a fox runs over it 1"},
	{"an answer beside a context", "question context answer", []string{"who runs here|foxes and hens are animals|it is a fox that runs", "who swims|there is a sea|it is a whale that swims"},
		"context and answer may both be the document", "query = question, positive = context; not used: answer", "who runs here | foxes and hens are animals 1"},
	{"an answer from a context", "question context answer", []string{"who runs here|it is a fox that runs here|a fox that runs here", "who swims|a blue whale swims far|a blue whale swims"}, "",
		"query = question, document = context (the positive of its query); not used: answer", "who runs here | it is a fox that runs here 1"},
	{"labels of several answers", "paragraph question answer label", []string{"a fox runs|who runs here|a red fox|1", "a fox runs|who runs here|an old hen|0"}, "",
		"query = question, document = answer, label = label; not used: paragraph", "who runs here | a red fox 1"},
	{"a label of an answer", "paragraph question answer label", []string{"a fox runs|who runs here|a red fox|1", "a hen swims|who swims here|an old hen|0"},
		"paragraph and answer may both be the document", "query = question, document = paragraph, label = label; not used: answer", "who runs here | a fox runs 1"},
	{"texts that repeat", "prompt chosen rejected original_chosen original_rejected", []string{"who runs here|it is a red fox|it is an old hen|it is an old hen|it is a red fox"}, "",
		"query = prompt, positive = chosen, negative = rejected; not used: original_chosen, original_rejected", "who runs here | it is a red fox 1 | it is an old hen 0"},
	{"votes", "title_body upvoted_answer downvoted_answer", []string{"who runs here|it is a red fox|it is an old hen"}, "",
		"query = title_body, positive = upvoted_answer, negative = downvoted_answer", "who runs here | it is a red fox 1 | it is an old hen 0"},
	{"the better response", "question response_1 response_2 overall_response", []string{"who runs here|it is an old hen|it is a red fox|2"}, "",
		"query = question, document = response_1, document = response_2, label = overall_response (1 or 2 says which one is better)",
		"who runs here | it is an old hen 0 | it is a red fox 1"},
	{"a preference with reasons", "prompt response_1 response_2 preference_strength preference_statement", []string{"who runs here|it is a red fox|it is an old hen|-2|hens do not run"},
		"", "query = prompt, document = response_1, document = response_2, label = preference_strength (<0 or >0 says which one is better); " +
			"not used: preference_statement", "who runs here | it is a red fox 1 | it is an old hen 0"},
	{"a pair of one name", "argument1 argument2 same_stance", []string{"foxes run far|hens run far too|1", "foxes run far|hens sleep at night|0"},
		"no role is known", "query = argument1, document = argument2, label = same_stance", "foxes run far | hens run far too 1"},
	{"a verdict", "query passage verdict", []string{"foxes run|a fox runs here|fits", "foxes fly|a fox sleeps there|misses", "hens fly|a hen flies|fits", "hens swim|no hen swims|misses"},
		"verdict may be labels", "query = query, document = passage, label = verdict", "foxes run | a fox runs here 0"},
	{"labels in many spellings", "Suche Text geklickt?", []string{"rote Vase|eine rote Vase aus Glas|ja", "rote Vase|ein alter Tisch aus Holz|Nein",
		"alter Tisch|ein alter Tisch aus Holz|JA", "alter Tisch|eine rote Vase aus Glas|nein", "blauer Topf|ein blauer Topf aus Ton|yes",
		"blauer Topf|ein alter Tisch aus Holz|no", "gute Lampe|eine gute Lampe im Flur|Ja", "gute Lampe|eine rote Vase aus Glas|n/a"},
		`label=geklickt?" --labels "JA=1,Nein=0,no=0,yes=1" if that is what the words mean`,
		"query = Suche, document = Text, label = geklickt?", "rote Vase | eine rote Vase aus Glas 1"},
	{"yes and no in another language", "query passage klick", []string{"who runs|a fox|ja", "who runs|a hen|nein", "who swims|a whale|ja"}, "no training rows",
		"query = query, document = passage, label = klick", "who runs | a fox 1"},
}

// TestRoles: a table is read alike, with the same first line, in every form of a file, by gen as by audit, or refused alike with a line
// that reads it.
func TestRoles(t *testing.T) {
	for _, c := range roleCases {
		t.Run(c.name, func(t *testing.T) {
			names, rows := strings.Fields(c.header), [][]string{}
			for _, row := range c.rows {
				rows = append(rows, strings.Split(row, "|"))
			}
			told := map[string][]string{} // by what is told: the forms that tell it
			for _, form := range slices.Sorted(maps.Keys(tableForms)) {
				path := tableForms[form](t, names, rows)
				o := Options{}
				columns, read, err := trainingRows(path, o)
				if (err != nil) != (c.refused != "") || err != nil && !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("%s: %v, want %q", form, err, c.refused)
				}
				if err != nil {
					told[strings.ReplaceAll(err.Error(), path, "")] = append(told[strings.ReplaceAll(err.Error(), path, "")], form)
					for err != nil {
						hint := pasted.FindStringSubmatch(err.Error())
						if hint == nil {
							t.Fatalf("%s: no line to paste: %v", form, err)
						}
						value := hint[2][1 : len(hint[2])-1]
						if hint[1] == "labels" {
							o.Labels = strings.ReplaceAll(value, "=?", "=0") // as a user may fill it in
						} else if o.Columns == "" {
							o.Columns = value
						} else {
							t.Fatalf("%s: the pasted line is refused: %v", form, err)
						}
						columns, read, err = trainingRows(path, o)
					}
				}
				if len(read) != len(rows) || read[0] != c.want || columns != c.columns {
					t.Errorf("%s: read as\n%s, want\n%s\n%q, want %q first of %d", form, columns, c.columns, read, c.want, len(rows))
				}
				l, err := Search{Format: Auto, Options: o}.In(path)
				isCollection := !strings.Contains(read[0]+c.columns, "#")
				if (err == nil) != isCollection || err == nil && l.Columns[0] != columns {
					t.Errorf("%s: gen reads %q, want %q (%v)", form, l.Columns, columns, err)
				}
				if err == nil {
					rep := new(Report)
					_, _, err := l.Split(t.Context(), AllSplits, o, rep)
					want := TableLines([]ReadTable{{Name: path, Columns: columns, Rows: len(rows)}})
					if told := l.Reading(rep); err != nil || !slices.Equal(told[:1], want) {
						t.Errorf("%s: gen tells %q, want %q (%v)", form, told, want, err)
					}
				}
				told[columns+strings.Join(read, "\n")] = append(told[columns+strings.Join(read, "\n")], form)
			}
			must.Equal(t, len(told), 1+min(len(c.refused), 1), "the forms tell different things: %q", told)
		})
	}
}

// TestDialogues: a dialogue is one row, whose query is the last question with its history, for gen as for audit.
func TestDialogues(t *testing.T) {
	const ask, tell, more = `{"role":"user","content":"who runs"}`, `{"role":"assistant","content":"a fox"}`, `{"role":"user","content":"where"}`
	const right, wrong = `{"role":"assistant","content":"on a hill"}`, `{"role":"assistant","content":"in the sea"}`
	const want, long = "who runs | on a hill 1 | in the sea 0", "who runs\na fox\nwhere | on a hill 1 | in the sea 0"
	said := strings.NewReplacer("role", "from", "content", "value", "user", "human", "assistant", "gpt").Replace
	for name, c := range map[string]struct{ row, want string }{
		"a prompt and dialogues":     {`{"prompt":"who runs","chosen":[` + ask + "," + right + `],"rejected":[` + ask + "," + wrong + "]}", want},
		"turns":                      {`{"prompt":[` + ask + "," + tell + "," + more + `],"chosen":[` + right + `],"rejected":[` + wrong + "]}", long},
		"dialogues alone":            {`{"chosen":[` + ask + "," + tell + "," + more + "," + right + `],"rejected":[` + ask + "," + tell + "," + more + "," + wrong + "]}", long},
		"dialogues that part":        {`{"chosen":[` + ask + "," + right + `],"rejected":[` + ask + "," + tell + "," + more + "," + wrong + "]}", "who runs | on a hill 1 | a fox\nwhere\nin the sea 0"},
		"ShareGPT":                   {said(`{"conversations":[` + ask + "," + tell + "," + more + `],"chosen":` + right + `,"rejected":` + wrong + "}"), long},
		"messages with a label":      {`{"messages":[` + ask + "," + tell + "," + more + "," + right + `],"label":true}`, "who runs\na fox\nwhere | on a hill 1"},
		"conversations with a label": {said(`{"conversations":[` + ask + "," + right + `],"kto_tag":false}`), "who runs | on a hill 0"},
		"messages before answers":    {`{"messages":[` + ask + `],"chosen":` + right + `,"rejected":` + wrong + "}", want},
		"messages with the answer":   {`{"messages":[` + ask + "," + right + `],"chosen":[` + ask + "," + right + `],"rejected":[` + ask + "," + wrong + "]}", want},
		"messages and texts":         {`{"messages":[` + ask + `],"chosen":"on a hill","rejected":"in the sea"}`, want},
		"a rejected response":        {`{"messages":[` + ask + "," + right + `],"rejected_response":"in the sea"}`, want},
		"history":                    {`{"query":"where","response":"on a hill","rejected_response":"in the sea","history":[["who runs","a fox"]]}`, long},
		"an instruction with input":  {`{"instruction":"who runs","input":"","chosen":"on a hill","rejected":"in the sea","history":[]}`, want},
	} {
		path := put(t, "rows.jsonl", c.row+"\n")
		columns, rows, err := trainingRows(path, Options{})
		if err != nil || len(rows) != 1 || rows[0] != c.want {
			t.Errorf("%s: %q, want %q (%v)", name, rows, c.want, err)
		}
		l, err := Search{Format: Auto}.In(path)
		if err != nil || l.Columns[0] != columns {
			t.Errorf("%s: gen reads %q, want %q (%v)", name, l.Columns, columns, err)
			continue
		}
		queries, qrels, err := l.Split(t.Context(), AllSplits, Options{}, new(Report))
		if query, _, _ := strings.Cut(c.want, " | "); err != nil || len(queries) != 1 || queries[0].Text != query || len(qrels) != strings.Count(c.want, " | ") {
			t.Errorf("%s: gen reads %q with %d judgements (%v)", name, queries, len(qrels), err)
		}
	}
}

// TestChosenDialogues: turns are those of one row where their columns are chosen, or told by their content, too.
func TestChosenDialogues(t *testing.T) {
	const turns = `[{"role":"user","content":"who runs"},{"role":"assistant","content":"a fox"},{"role":"user","content":"where"}]`
	const row = `{"dialog":` + turns + `,"good":{"role":"assistant","content":"on a hill"},"other":{"role":"assistant","content":"in the sea"}}`
	const told = `{"dialog":` + turns + `,"positive":"on a hill","negative":"in the sea"}`
	const want = "who runs\na fox\nwhere | on a hill 1 | in the sea 0"
	for text, columns := range map[string]string{row: "query=dialog.content,positive=good.content,negative=other.content", told: ""} {
		if _, rows, err := trainingRows(put(t, "rows.jsonl", text+"\n"), Options{Columns: columns}); err != nil || len(rows) != 1 || rows[0] != want {
			t.Errorf("%s: %q, want %q (%v)", columns, rows, want, err)
		}
	}
}

// TestTurnsAsText: turns that CSV and TSV hold as texts are refused with the line that writes them as lists. The line was run by hand.
func TestTurnsAsText(t *testing.T) {
	const turns = `"[{'role': 'user', 'content': 'who runs'}]"`
	for ending, separator := range map[string]string{".csv": ",", ".tsv": "\t"} {
		path := put(t, "turns"+ending, strings.Join([]string{"prompt", "chosen", "rejected"}, separator)+"\n"+
			strings.Join([]string{turns, turns, turns}, separator)+"\n")
		_, _, err := trainingRows(path, Options{})
		for _, part := range []string{"in ['prompt', 'chosen', 'rejected'] and", "open('" + path + "'", strings.TrimSuffix(path, ending) + ".jsonl"} {
			must.Fail(t, err, part)
		}
		if err != nil && strings.Contains(err.Error(), `delimiter='\t'`) != (separator == "\t") {
			t.Error(err)
		}
	}
}

// TestNoHeader: rows without names of columns are told by their contents, and texts are no ids.
func TestNoHeader(t *testing.T) {
	const scored, triple = "who runs | a fox runs 0.9", "who runs | a fox runs 1 | the blue sea 0"
	for name, c := range map[string]struct{ text, want string }{
		"a.tsv":   {"who runs\ta fox runs\t0.9\nwho runs\tthe blue sea\t0.1\n", scored},
		"b.csv":   {"who runs,a fox runs,0.9\nwho runs,the blue sea,0.1\n", scored},
		"c.tsv":   {"0.9\twho runs\ta fox runs\n0.1\twho runs\tthe blue sea\n", scored},
		"d.csv":   {"who runs,a fox runs,the blue sea\nwho sings,a hen,the sea\n", triple},
		"e.tsv":   {"who runs\ta fox runs\tthe blue sea\n", triple},
		"f.tsv":   {"一个人在弹吉他。\t一个男人在弹吉他。\t4\n一个人在弹吉他。\t一个男人在跑步。\t0\n一个人在弹。\t一个男人在唱歌。\t0\n", "一个人在弹吉他。 | 一个男人在弹吉他。 4"},
		"g.jsonl": {`["who runs", "a fox runs", "the blue sea"]` + "\n", triple},
		"h.json":  {`[["who runs", "a fox runs", "the blue sea"], ["who sings", "a hen", "the sea"]]`, triple},
		"i.jsonl": {`["who runs", "a fox runs"]` + "\n", "who runs | a fox runs 1"},
		"k.tsv":   {"news\tMSR\t0001\t0.900\twho runs\ta fox runs\nnews\tMSR\t0002\t0.100\twho runs\tthe blue sea\n", scored},
		"l.jsonl": {`{"set": ["who runs", "a fox runs"]}` + "\n", "who runs | a fox runs 1"},
		"j.tsv":   {"7\t11\t12\n7\t12\t13\n", "7# | 11# 1 | 12# 0"},
	} {
		if _, rows, err := trainingRows(put(t, name, c.text), Options{}); err != nil || rows[0] != c.want {
			t.Errorf("%s: %q, want %q (%v)", name, rows, c.want, err)
		}
	}
}

// TestTriplesTold: gen tells of a file of triples what audit tells.
func TestTriplesTold(t *testing.T) {
	path, rep := put(t, "e.tsv", "who runs here\ta fox runs\tthe blue sea\nwho runs here\ta dog runs\tthe blue sea\n"), new(Report)
	columns, rows, err := trainingRows(path, Options{})
	want := TableLines([]ReadTable{{Name: path, Columns: columns, Rows: 2}})
	l, err2 := Search{Format: Auto}.In(path)
	if err != nil || err2 != nil || len(rows) != 2 {
		t.Fatal(rows, err, err2)
	}
	for _, split := range l.Splits() {
		if _, _, err := l.Split(t.Context(), split, Options{}, rep); err != nil {
			t.Fatal(err)
		}
	}
	if told := l.Reading(rep); !slices.Equal(told, want) {
		t.Errorf("gen tells %q, want %q", told, want)
	}
}

// TestNoNegatives: null, an empty list and no member are no negatives in every form; ids are told in lists, by system too.
func TestNoNegatives(t *testing.T) {
	for row, want := range map[string]string{
		`{"query": "who runs", "pos": ["a fox"], "neg": null}`:                     "who runs | a fox 1",
		`{"query": "who runs", "pos": ["a fox"], "neg": []}`:                       "who runs | a fox 1",
		`{"query": "who runs", "pos": ["a fox"]}`:                                  "who runs | a fox 1",
		`{"query": "who runs", "pos": ["a fox"], "neg": [""]}`:                     "who runs | a fox 1 |  0",
		`{"query": "who runs", "pos": [11], "neg": [12, 13]}`:                      "who runs | 11# 1 | 12# 0 | 13# 0",
		`{"qid": 7, "pos": [11], "neg": {"bm25": [12, 13], "dense": [14]}}`:        "7# | 11# 1 | 12# 0 | 13# 0 | 14# 0",
		`{"query": "what is two plus two", "positive": "4", "negative": "5"}`:      "what is two plus two | 4 1 | 5 0",
		`{"query": "who runs", "positive": "a fox", "negative": null, "url": "x"}`: "who runs | a fox 1",
	} {
		if _, rows, err := trainingRows(put(t, "rows.jsonl", row+"\n"), Options{}); err != nil || rows[0] != want {
			t.Errorf("%s: %q, want %q (%v)", row, rows, want, err)
		}
	}
	if _, rows, err := trainingRows(put(t, "rows.jsonl", `{"query":"who runs","pos":["d1"],"neg":["d2"]}`+"\n"), Options{IDs: true}); err != nil ||
		rows[0] != "who runs | d1# 1 | d2# 0" {
		t.Errorf("%q (%v), want ids", rows, err)
	}
}

// TestPastedLines: whatever the columns are called and hold, the line that an error has reads the table, after two such lines at most.
func TestPastedLines(t *testing.T) {
	names := []string{"query", "claim", "title", "positive", "chosen", "rejected", "hard_neg", "text", "answer", "label", "score", "id", "url", "",
		"source", "sentence1", "sentence2", "premise", "hypothesis", "reply", "frage", "relevant", "neg_answer", "esci_label", "note", "x, y"}
	kinds := map[string][]string{"sentences": {"who runs over the hill", "the sea is deep and blue"}, "words": {"fox", "hen"},
		"numbers": {"1", "0"}, "reals": {"0.5", "0.25"}, "labels": {"fits", "misses"}, "nothing": {"", ""}, "two words": {"red fox", "old hen"}}
	rapid.Check(t, func(r *rapid.T) {
		header := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 6, rapid.ID).Draw(r, "header")
		var rows []map[string]string
		for i := range 2 {
			rows = append(rows, map[string]string{})
			for _, name := range header {
				rows[i][name] = kinds[rapid.SampledFrom(slices.Sorted(maps.Keys(kinds))).Draw(r, name)][i]
			}
		}
		var lines []string
		for _, row := range rows {
			raw, _ := json.Marshal(row)
			lines = append(lines, string(raw))
		}
		path, o := put(t, "rows.jsonl", strings.Join(lines, "\n")+"\n"), Options{}
		for range 3 {
			_, _, err := trainingRows(path, o)
			if err == nil {
				return
			}
			hint := pasted.FindStringSubmatch(err.Error())
			if hint == nil {
				return // nothing can be told of it
			}
			value := hint[2][1 : len(hint[2])-1]
			if hint[1] == "labels" && o.Labels == "" {
				o.Labels = value
			} else if hint[1] == "columns" && o.Columns == "" {
				o.Columns = value
			} else {
				r.Fatalf("%q with %+v: %v", lines, o, err)
			}
		}
		r.Fatalf("%q: lines to paste go on", lines)
	})
}

// TestEmptyLists: a column whose lists are all empty is one of the columns that are told, as it is in Parquet, in whatever form of JSON.
func TestEmptyLists(t *testing.T) {
	const row = `{"query":"who runs","positive":"a fox","extra":[],"inner":{"extra":[]},"negative":[{"text":"a hen"}]}`
	for name, text := range map[string]string{"x.jsonl": row + "\n" + strings.Replace(row, `[{"text":"a hen"}]`, "[]", 1) + "\n", "x.json": "[" + row + "," + row + "]"} {
		path := filepath.Join(t.TempDir(), name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		columns, _, err := trainingRows(path, Options{})
		must.Do(t, err)
		must.Equal(t, columns, "query = query, positive = positive, negative = negative.text; not used: extra, inner.extra", name)
	}
}
