package format

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestFaultsOfLines: each rule of a format of lines refuses a row of testdata/rows.txt in which one thing was replaced, with its line.
func TestFaultsOfLines(t *testing.T) {
	raw := must.Get(os.ReadFile("testdata/rows.txt"))(t)
	sections := map[string]string{}
	for _, section := range strings.Split(string(raw), "== ")[1:] {
		name, text, _ := strings.Cut(section, "\n")
		sections[name] = text
	}
	const train, test = "/train-00000-of-00001.", "/test-00000-of-00001."
	for _, c := range []struct{ format, file, old, text, want string }{
		{"triples", "triples" + train + "tsv", "\tboat lake", "", "line 1 has 2 fields, not 3"},
		{"triples", "triples" + train + "tsv", "<hill>", "", "line 2 has an empty field 3"},
		{"triples", "triples" + train + "tsv", "Wind.\t<", "Wind. \t<", "line 2 has white space at the end of field 2"},
		{"triples", "triples-meta" + train + "jsonl", `"neg_id":"d3"`, `"neg_id":"d1"`, "line 2 has one document for positive and negative"},
		{"triples", "triples-meta" + train + "jsonl", `"neg_id":"d2",`, "", "line 1 has no member neg_id"},
		{"triples", "triples-meta" + train + "jsonl", `{"uid":"aa"`, `{"uid":"aa","x":1`, "line 1 has a member x"},
		{"triples", "triples-meta" + train + "jsonl", `"weight":1,`, `"weight":"1",`, "line 1 has the member weight of another type"},
		{"triples", "triples-candidates" + test + "tsv", "d1", "d 1", `line 2 has white space in the id "d 1"`},
		{"triples-ids", "triples-ids" + train + "tsv", "d3", "d1", "line 2 has one document for positive and negative"},
		{"triples-ids", "triples-ids" + train + "tsv", "q1\td1\td3", "q\u30001\td1\td3", `line 2 has white space in the id "q\u30001"`},
		{"jsonl", "jsonl" + train + "jsonl", `"query":"red kite"`, `"query":null`, "line 1 has the member query of another type"},
		{"jsonl", "jsonl" + train + "jsonl", `"label":2`, `"label":3`, "line 1 has 3 in the member label, not 0 to 2"},
		{"jsonl", "jsonl" + train + "jsonl", `"margin":1`, `"margin":null`, "line 1 has the member margin of another type"},
		{"jsonl", "jsonl" + train + "jsonl", `"task":"pairwise"`, `"task":7`, "line 1 has a task or source that is no text"},
		{"jsonl", "jsonl" + train + "jsonl", `{"uid":"bb",`, `{`,
			"line 2 has the members axiom, label, margin, neg_grade, neg_id, neg_rank, neg_score, " +
				"negative, negative_source, pos_grade, pos_id, pos_rank, pos_score, positive, query, query_id, source, task, variant, weight, " +
				"the first of jsonl has axiom, label, margin, neg_grade, neg_id, neg_rank, neg_score, negative, negative_source, pos_grade, pos_id, " +
				"pos_rank, pos_score, positive, query, query_id, source, task, uid, variant, weight"},
		{"jsonl", "jsonl-candidates" + test + "jsonl", `"rank":1`, `"rank":0`, "line 1 has 0 in the member rank, below 1"},
		{"jsonl", "jsonl-candidates" + test + "jsonl", `"label":1`, `"label":2`, "line 2 has 2 in the member label, not 0 to 1"},
		{"tevatron", "tevatron" + train + "jsonl", `{"docid":"d2"`, `{"docid":""`, "line 1 has nothing in the member docid"},
		{"tevatron", "tevatron" + train + "jsonl", `"text":"<hill>"`, `"text":"<hill>","score":1`,
			"line 1 has a member score"},
		{"tevatron", "tevatron" + train + "jsonl", `"positive_passages":[{"docid":"d1","title":"","text":"Red kite. Wind."}]`,
			`"positive_passages":[]`, "line 1 has 0 values in the list positive_passages, not 1"},
		{"tevatron", "tevatron-candidates" + test + "jsonl", `"docid":"d1"`, `"docid":""`, "line 2 has nothing in the member docid"},
		{"tevatron-distil", "tevatron-distil" + train + "jsonl", `,"score":2.5`, "",
			"line 1 has no member score"},
		{"tevatron-ids", "tevatron-ids" + train + "jsonl", `"d3"`, `""`, "line 1 has nothing in the member negative_document_ids"},
		{"tevatron-ids", "tevatron-corpus/corpus-00000-of-00001.jsonl", `"text":"<hill>"`, `"text":""`, "line 3 has nothing in the member text"},
		{"mtdnn", "mtdnn/group_train.json", `"label":0`, `"label":1`, "line 1 has a label that is not the place of the positive"},
		{"mtdnn", "mtdnn/group_train.json", `"label":0`, `"label":3`,
			"line 1 has not a sequence, an id and a label for every candidate, one of which the label names"},
		{"mtdnn", "mtdnn/group_train.json", `"label":0`, `"label":-1`, "line 1 has not a label from 0"},
		{"mtdnn", "mtdnn/group_train.json", `"ruid":["d1",`, `"ruid":[`,
			"line 1 has not a sequence, an id and a label for every candidate, one of which the label names"},
		{"mtdnn", "mtdnn/reg_train.json", `"type_id":[0,`, `"type_id":[`,
			"line 1 has not a type for each of its ids, 0 for the first ones and then 0 or 1"},
		{"mtdnn", "mtdnn/reg_train.json", `1,1]}`, `1,0]}`, "line 1 has not a type for each of its ids, 0 for the first ones and then 0 or 1"},
		{"mtdnn", "mtdnn/reg_train.json", `1,1]}`, `1,2]}`, "line 1 has not a type for each of its ids, 0 for the first ones and then 0 or 1"},
		{"mtdnn", "mtdnn/reg_train.json", `"token_id":[`, `"token_id":[true,`, "line 1 has not one sequence of ids and types"},
		{"matchzoo", "matchzoo" + train + "csv", "id_left", "left", "line 1 is not the header id_left,text_left,id_right,text_right,label"},
		{"matchzoo", "matchzoo" + train + "csv", "d/d2", "d2", `line 3 has "d2" in the member id_right, not "d/.."`},
		{"matchzoo", "matchzoo" + train + "csv", "boat lake", "NA", "line 3 has a text that pandas reads as none"},
		{"matchzoo", "matchzoo" + train + "csv", "<hill>,0", "<hill>,2", "line 4 has 2 in the member label, not 0 to 1"},
		{"matchzoo", "matchzoo" + train + "csv", "<hill>,0", "<hill>", "line 4 has not the fields of the header"},
		{"matchzoo-1", "matchzoo-1" + train + "txt", "0 q/q1/aa d/d2", "0 q/q1/aa", "line 2 has 2 fields, not 3"},
		{"matchzoo-1", "matchzoo-1" + train + "txt", "0 q/q1/aa d/d2", "x q/q1/aa d/d2", `line 2 has the label "x", no whole number`},
		{"matchzoo-1", "matchzoo-1" + train + "txt", "q/q1/bb d/d1", "q/q1/bb d1", "line 3 has ids that do not begin with q/ and d/"},
		{"duet-2017", "duet-2017-inputs" + train + "jsonl", `"query":[2,1]`, `"query":[]`, "line 1 has a query of 0 words"},
		{"duet-2017", "duet-2017-inputs" + train + "jsonl", `"query":[2,1]`, `"query":[2,1,2,1,2,1,2,1,2,1,2]`, "line 1 has a query of 11 words"},
		{"duet-2017", "duet-2017-inputs" + train + "jsonl", `"negative":[4]`, `"negative":[]`, "line 2 has a document of 0 words"},
		{"duet-2017", "duet-2017-inputs" + train + "jsonl", "[0,1001]", "[0]", "line 1 has matches that are not those of its words"},
		{"monot5", "monot5" + train + "jsonl", `"true"`, `"yes"`, `line 1 has "yes" in the member targets, neither true nor false`},
		{"monot5", "monot5" + train + "jsonl", " Document: ", " ", `line 1 has "Query: red kite Red kite. Wind. .." in the member inputs, not "Query: .. Document: .. Relevant:"`},
		{"monot5", "monot5" + train + "jsonl", "lake Relevant:", "lake", `line 2 has "Query: red kite Document: boat\tlake" in the member inputs, not "Query: .. Document: .. Relevant:"`},
		{"monot5", "monot5" + train + "jsonl", "Query: ", "A Query: ", `line 1 has "A Query: red kite Document: Red kite. .." in the member inputs, not "Query: .. Document: .. Relevant:"`},
		{"duot5", "duot5" + train + "jsonl", " Document1: ", " ",
			`line 1 has "Query: red kite Document0: Red kite. .." in the member inputs, not "Query: .. Document0: .. Document1: .. Relevant:"`},
		{"flagembedding", "flagembedding" + train + "jsonl", `"query":"red kite"`, `"query":""`,
			"line 1 has nothing in the member query"},
		{"flagembedding", "flagembedding" + train + "jsonl", `"pos_ids":["d1"]`, `"pos_ids":[]`, "line 1 has 0 values in the list pos_ids, not 1"},
		{"flagembedding", "flagembedding" + train + "jsonl", `"normal"`, `"odd"`, `line 1 has "odd" in the member type, not "normal"`},
		{"flagembedding", "flagembedding" + train + "jsonl", `"type"`, `"pos_scores":[1],"type"`,
			"line 1 has a member pos_scores"},
		{"flagembedding-distil", "flagembedding-distil" + train + "jsonl", `"neg_scores":[1],`, "", "line 1 has no member neg_scores"},
		{"swift", "swift" + train + "jsonl", `"role":"user"`, `"role":"assistant"`, `line 1 has "assistant" in the member role, not "user"`},
		{"swift", "swift" + train + "jsonl", `"neg_ids":["d2",`, `"neg_ids":[`, "line 1 has 1 value in the list neg_ids, and another number elsewhere"},
		{"swift", "swift" + train + "jsonl", `"content":"<hill>"`, `"content":""`, "line 1 has nothing in the member content"},
		{"swift-embedding", "swift-embedding" + train + "jsonl", `{"role":"user","content":"<hill>"}`, `{"role":"assistant","content":"x"}`,
			`line 1 has "assistant" in the member role, not "user"`},
		{"template", "template" + train + "jsonl", `"red kite|Red kite. Wind.|<hill>"`, "[]", "line 2 has nothing in the member x"},
		{"template", "template" + train + "jsonl", `{"x"`, `"x"`, "line 1 is not a JSON object"},
		{"libsvm", "libsvm" + train + "txt", " q1", "", "line 1 does not name a document and a query behind #"},
		{"libsvm", "libsvm" + train + "txt", "3 qid", "x qid", "line 1 does not begin with a grade, and features"},
		{"libsvm", "libsvm" + train + "txt", "3 qid", "-3 qid", "line 1 does not begin with a grade, and features"},
		{"libsvm", "libsvm" + train + "txt", "qid:1", "qid:0", "line 1 has not the number of a query behind its grade"},
		{"libsvm", "libsvm" + train + "txt", " 1:1.5", "", `line 1 has "2:3" where feature 1 is expected`},
		{"libsvm", "libsvm" + train + "txt", "1:1.5", "1:nan", `line 1 has the feature "1:nan", which is no number`},
	} {
		f, ok := Find(c.format)
		text := sections[c.format+": "+c.file]
		if !ok || !strings.Contains(text, c.old) {
			t.Errorf("%s: %s has no %s", c.format, c.file, c.old)
			continue
		}
		full := filepath.Join(t.TempDir(), "file")
		must.Do(t, os.WriteFile(full, []byte(strings.Replace(text, c.old, c.text, 1)), 0o666))
		var differences []string
		checking := &encoding.Checking{Name: c.file, Alike: map[string]string{}, Pair: func(encoding.Kind) {},
			Differ: func(format string, args ...any) { differences = append(differences, fmt.Sprintf(format, args...)) }}
		if err := f.EncodingOf(c.file).Check(full, checking); err != nil {
			t.Errorf("%s: %v", c.format, err)
		}
		if got := strings.Join(differences, "; "); got != c.file+": "+c.want {
			t.Errorf("%s: %s for %s:\n%s, want\n%s", c.format, c.text, c.old, got, c.file+": "+c.want)
		}
	}
}

// TestFaultsOfOptions: options that one format reads alone are refused with what is wrong.
func TestFaultsOfOptions(t *testing.T) {
	for _, c := range []struct {
		format string
		change func(o *plan.Options)
		want   string
	}{
		{"mtdnn", func(o *plan.Options) { o.MTDNNRanking = MTDNNRegression }, ""},
		{"mtdnn", func(o *plan.Options) { o.MTDNNRanking = "list" }, `mtdnn_ranking: "list" is none of group, pointwise, regression`},
		{"tfrecord", func(o *plan.Options) { o.Compat = CompatDL4MARCO }, ""},
		{"tfrecord", func(o *plan.Options) { o.Compat = "t2t" }, `compat: "t2t" is not dl4marco`},
	} {
		f, _ := Find(c.format)
		o := plan.Options{MTDNNRanking: MTDNNGroup}
		c.change(&o)
		if got := strings.Join(f.Options(o), "; "); got != c.want {
			t.Errorf("%s: %s, want %s", c.format, got, c.want)
		}
	}
}

// TestIDsWithSpaces: formats whose readers cut at white space refuse an id that has some, and name it; others write it.
func TestIDsWithSpaces(t *testing.T) {
	refusals := map[string]string{
		"triples-ids": `lines of triples-ids cannot carry the id "d 3"; hint: leave out triples-ids`,
		"matchzoo-1":  `relations of MatchZoo 1 cannot carry the id "d 3"; hint: leave out matchzoo-1`,
		"libsvm":      `lines of libsvm cannot carry the id "d 3" of a document; hint: leave out libsvm`,
		"triples":     `lines of triples-candidates cannot carry the id "d 3"; hint: leave out triples, or --candidates`,
		"duet":        `lines of duet-candidates cannot carry the id "d 3"; hint: leave out duet, or --candidates`,
		"duet-2017":   `lines of duet-2017-candidates cannot carry the id "d 3"; hint: leave out duet-2017, or --candidates`,
	}
	for _, f := range All {
		p := planned(t, f, smallInput(t, false, "d 3"), nil)
		got := ""
		for _, part := range partsOf(f, p) {
			if err := part.Write(t.Context(), io.Discard, func(int) {}); err != nil && got == "" {
				got = err.Error()
			}
		}
		must.Equal(t, got, refusals[f.Name], "%s", f.Name)
	}
}

// TestGradesOfLibsvm: a grade that trainers do not take is refused.
func TestGradesOfLibsvm(t *testing.T) {
	f, _ := Find("libsvm")
	for grade, want := range map[int]string{
		31: "31 qid:1 1:1.5 2:3 # d1 q1\n0 qid:1 1:0 2:2 # d3 q1\n",
		32: "query q1: document d1 has the grade 32, and trainers of libsvm take at most 31; hint: leave out libsvm, or give judgements with " +
			"smaller grades",
	} {
		in := smallInput(t, false, "d3")
		in.Lists.Queries[0].Docs[0].Grade = grade
		p := planned(t, f, in, nil)
		var b strings.Builder
		got := ""
		if err := f.Files(p)[0].Write(t.Context(), &b, func(int) {}); err != nil {
			got = err.Error()
		} else {
			got = b.String()
		}
		must.Equal(t, got, want, "%d", grade)
	}
}

// TestFeaturesThatAreNoNumbers: a feature that is no number is an error with its name.
func TestFeaturesThatAreNoNumbers(t *testing.T) {
	f, _ := Find("libsvm")
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		in := smallInput(t, false, "d3")
		in.Lists.Describer = func() func(plan.List) [][]float64 {
			return func(plan.List) [][]float64 { return [][]float64{{1, 2}, {1, x}} }
		}
		want := "feature length of document d3 and query q1 is no number; hint: look at the parameters of retrieval models"
		if err := f.Files(planned(t, f, in, nil))[0].Write(t.Context(), io.Discard, func(int) {}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
