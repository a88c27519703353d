package audit

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// labelledPair is a row of a set of labelled pairs.
type labelledPair struct {
	split, a, b string
	label       int
}

// pairForms write sets of labelled pairs as people share them.
var pairForms = map[string]func([]labelledPair) string{
	"questions.csv":    separated(",", "id,question1,question2,is_duplicate,split", "%[5]d,%[1]s,%[2]s,%[3]d,%[4]s"),
	"paraphrases.tsv":  separated("\t", "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\tsplit", "%[3]d\t%[5]d\t9%[5]d\t%[1]s\t%[2]s\t%[4]s"),
	"sentences.tsv":    separated("\t", "id\tsentence1\tsentence2\tlabel\tsplit", "%[5]d\t%[1]s\t%[2]s\t%[3]d\t%[4]s"),
	"passages.csv":     separated(",", "query,passage,label,split", "%[1]s,%[2]s,%[3]d,%[4]s"),
	"answers.tsv":      separated("\t", "Question\tSentence\tLabel\tsplit", "%[1]s\t%[2]s\t%[3]d\t%[4]s"),
	"entailment.jsonl": objects("premise", "hypothesis", "label", []any{"neutral", "contradiction"}, []any{"entailment"}),
	"claims.jsonl":     objects("claim", "evidence", "label", []any{"REFUTES"}, []any{"SUPPORTS"}),
	"texts.jsonl":      objects("text_1", "text_2", "label", []any{false}, []any{true}),
	"scores.jsonl":     objects("sentence1", "sentence2", "score", []any{0, .4, .8, 1.2}, []any{3.8, 4.2, 4.6, 5}),
	"kto.jsonl":        objects("prompt", "completion", "label", []any{false}, []any{true}),
}

// separated returns a form of a header and a line for each pair: its texts, label, split and number.
func separated(comma, header, line string) func([]labelledPair) string {
	return func(rows []labelledPair) string {
		var out strings.Builder
		fmt.Fprintln(&out, header)
		for i, row := range rows {
			fmt.Fprintf(&out, line+"\n", row.a, row.b, row.label, row.split, i)
		}
		return out.String()
	}
}

// objects returns a form of JSON lines with the values of both labels.
func objects(a, b, label string, low, high []any) func([]labelledPair) string {
	return func(rows []labelledPair) string {
		var out strings.Builder
		for i, row := range rows {
			values := [][]any{low, high}[row.label]
			_ = json.NewEncoder(&out).Encode(map[string]any{a: row.a, b: row.b, label: values[i%len(values)], "split": row.split}) // a Builder takes all
		}
		return out.String()
	}
}

// drawPairs draws pairs whose second text repeats some words of the first: of a pair with label 1 more of them, but for a share of pairs
// whose words tell nothing.
func drawPairs(r *rand.Rand, n int, hard float64) (rows []labelledPair) {
	for i := range n {
		row := labelledPair{split: "train", label: r.IntN(5) / 3}
		if i%10 == 0 {
			row.split = "test"
		}
		words := strings.Fields(drawText(r, 8+r.IntN(12)))
		row.a = strings.Join(words, " ")
		share := 0.3 + 0.4*r.Float64()
		if r.Float64() > hard {
			share += 0.35 * float64(2*row.label-1)
		}
		for j := range words {
			if j == 0 || r.Float64() > share {
				words[j] = drawText(r, 1)
			}
		}
		row.b = strings.Join(words, " ")
		rows = append(rows, row)
	}
	return rows
}

// TestPairSets: in ten forms of sets of labelled pairs, nothing is found in a clean one, and each fault where it was made.
func TestPairSets(t *testing.T) {
	for name, form := range pairForms {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 6))
			audit := func(rows []labelledPair) *Report {
				return run(t, Options{Files: []string{write(t, map[string]string{name: form(rows)})[name]}})
			}
			rows := drawPairs(r, 1000, 0.5)
			if report := audit(rows); len(report.Findings) > 0 || report.Rows != len(rows) || report.Shortcuts == nil {
				t.Errorf("clean: %+v, %d rows, %+v", report.Findings, report.Rows, report.NotRead)
			}
			rows = drawPairs(r, 1500, 0.02)
			want := map[string]map[int]bool{}
			add := func(code string, row labelledPair) {
				if want[code] == nil {
					want[code] = map[int]bool{}
				}
				want[code][len(rows)] = true
				rows = append(rows, row)
			}
			for i := range 20 {
				row := &rows[40*i]
				add("exchanged-row", labelledPair{row.split, row.b, row.a, row.label})
				row = &rows[40*i+1]
				add("pair-contradiction", labelledPair{row.split, row.b, row.a, 1 - row.label})
				want["pair-contradiction"][40*i+1] = true
				add("split-leak", labelledPair{"train", drawText(r, 12), drawText(r, 12), 0})
				add("", labelledPair{"test", rows[len(rows)-1].b, drawText(r, 12), 0})
				add("one-label", labelledPair{"train", drawText(r, 12), "the usual answer", 0})
			}
			for range 40 {
				flipped := drawPairs(r, 1, 0)[0]
				flipped.label = 1 - flipped.label
				add("label-error", flipped)
			}
			report := audit(rows)
			for code, places := range want {
				flags, _ := flagged(report, code)
				hits, others := 0, 0
				for _, row := range flags {
					switch {
					case places[row]:
						hits++
					case code != "label-error" || !want["pair-contradiction"][row]: // one of its two labels is wrong
						others++
					}
				}
				if code != "" && (hits < len(places)*8/10 || others > len(places)/4 || code != "label-error" && (hits < len(places) || others > 0)) {
					t.Errorf("%s: %d of %d, and %d false alarms", code, hits, len(places), others)
				}
			}
		})
	}
}

// TestPairShortcuts: labels that one text tells, or the words that both have, and a rare label.
func TestPairShortcuts(t *testing.T) {
	for code, spoil := range map[string]func(*labelledPair){
		"shortcut-document": func(row *labelledPair) { row.b += []string{" never", " always"}[row.label] },
		"shortcut-query":    func(row *labelledPair) { row.a += []string{" never", " always"}[row.label] },
		"shortcut-overlap": func(row *labelledPair) {
			row.b = row.a + " too"
			if row.label == 0 {
				row.b = "nothing like it"
			}
		},
		"label-balance": func(row *labelledPair) { row.label = min(row.label, len(row.a)%17/16) },
	} {
		rows := drawPairs(rand.New(rand.NewPCG(7, 8)), 1500, 0.5)
		for i := range rows {
			spoil(&rows[i])
		}
		path := write(t, map[string]string{"rows.csv": pairForms["passages.csv"](rows)})["rows.csv"]
		if _, has := flagged(run(t, Options{Files: []string{path}}), code); !has {
			t.Errorf("%s is not found", code)
		}
	}
}

// TestExchangedLabels: exchanged labels are found in sets with ten rows a query, as a note, and none in a clean one.
func TestExchangedLabels(t *testing.T) {
	for _, share := range []float64{0, 0.05, 0.2} {
		r := rand.New(rand.NewPCG(9, 10))
		rows, flipped := drawPairs(r, 3000, 0.05), map[int]bool{}
		for i := range rows {
			words, first := strings.Fields(rows[i].b), strings.Fields(rows[i].a)
			rows[i].a = rows[i-i%10].a // the query of the ten; words of the row's own query become words of it
			for j, word := range words {
				if k := slices.Index(first, word); k >= 0 {
					words[j] = strings.Fields(rows[i].a)[k%len(strings.Fields(rows[i].a))]
				}
			}
			rows[i].b = strings.Join(words, " ")
			if r.Float64() < share {
				rows[i].label, flipped[i] = 1-rows[i].label, true
			}
		}
		path := write(t, map[string]string{"rows.csv": pairForms["passages.csv"](rows)})["rows.csv"]
		report := run(t, Options{Files: []string{path}})
		flags, has := flagged(report, "label-error")
		right := 0
		for _, row := range flags {
			if flipped[row] {
				right++
			}
		}
		for _, f := range report.Findings {
			if f.Code == "label-error" && f.Severity != "note" {
				t.Errorf("%+v", f)
			}
		}
		if has != (share > 0) || 10*right < 8*len(flags) || 10*right < 7*len(flipped) {
			t.Errorf("%v exchanged, %d rows: %d are flagged, %d of them right", share, len(flipped), len(flags), right)
		}
	}
}

// TestAxiomaticLabels: exchanged labels are found in a file of judged rows beside one whose rows axioms made, whose labels are not asked about.
func TestAxiomaticLabels(t *testing.T) {
	dir := t.TempDir()
	judged, made := filepath.Join(dir, "judged.jsonl"), filepath.Join(dir, "shards", "jsonl", "train.jsonl")
	must.Do(t, os.MkdirAll(filepath.Dir(made), 0o777))
	example := examples["label-error"]
	for path, text := range map[string]string{judged: example.rows, made: example.rows,
		filepath.Join(dir, "shards", "manifest.json"): `{"schema_version": 3, "tasks": [{"axiom": "tfc1", "kept": 200}]}`} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	}
	r := run(t, Options{Files: []string{judged, made}})
	rows, _ := flagged(r, "label-error")
	slices.Sort(rows)
	if told := strings.Join(r.NotChecked, " "); !slices.Equal(rows, example.flagged) ||
		!strings.Contains(told, "Labels of "+made+" were not compared with the words of the pairs") {
		t.Errorf("%v are flagged, want %v: %s", rows, example.flagged, told)
	}
	r = run(t, Options{Files: []string{made}})
	if rows, has := flagged(r, "label-error"); has || !strings.Contains(strings.Join(r.NotChecked, " "), "axioms made the labels of "+made) {
		t.Errorf("%v are flagged: %s", rows, r.NotChecked)
	}
}
