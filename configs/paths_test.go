package configs

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// pathless are the keys with texts that name no file. A new key has to be here or in readAs: what a run reads must never be
// what it may remove.
var pathless = strings.Fields(`gen.format gen.topic_fields gen.doc_fields gen.encoding gen.on_duplicate gen.run_format gen.run_order
	gen.topics_format gen.qrels_format gen.fix_encoding gen.wpqa_filter gen.cranfield_grades gen.restrict_collection gen.splits
	gen.query_sample gen.language gen.tokenizer gen.possessives gen.retrieval gen.drop_self gen.delta_star gen.ratio gen.made gen.pairs
	gen.strategy gen.budget gen.sample gen.weights gen.pool_queries gen.conflict gen.regular gen.positives gen.max_score
	gen.perturb gen.perturb_weight train.perturb_margin gen.spares tokenize.on_short_group tokenize.on_teacher_conflict tokenize.pointwise tokenize.rows_of
	gen.absolute_margin gen.relative_margin gen.order gen.ranking_rows gen.on_shortage gen.class_sample gen.class_queries
	gen.vectors_mode tokenize.candidates tokenize.output_format tokenize.compression tokenize.layout tokenize.mtdnn_ranking tokenize.compat
	tokenize.card_license tokenize.card_language train.engine train.histogram train.gating
	train.choose train.tune_retrieval train.features train.schedule train.axiom_margin train.axiom_weight train.measures embed.model embed.output_format`)

func TestEveryTextKeyNamesFilesOrNone(t *testing.T) {
	known := map[string]bool{}
	for _, f := range Fields() {
		known[f.Key] = true
		if f.Kind != reflect.String {
			continue
		}
		if _, named := readAs[f.Key]; named == slices.Contains(pathless, f.Key) {
			t.Errorf("%s: say in readAs how it names files, or in pathless that it does not", f.Key)
		}
	}
	for key := range readAs {
		if !known[key] {
			t.Errorf("readAs has %s, which is no key", key)
		}
	}
}

func TestPaths(t *testing.T) {
	var c Config
	c.Train.Choose = `{gen.vectors: ["", "{data}/w"], train.learning_rate: ["1"], judged: {gen.vectors: [x]}}` // beside the keys of readAs
	c.Gen.Data, c.Gen.Run, c.Gen.Vectors, c.Gen.Stemmer, c.Gen.Similarity = "d", "train=a,b", "{data}/v*.txt, train", "table:s", "wordnet"
	c.Gen.Axioms = "tfc1, (run( {data}/r.txt, margin=1)) & my-run(no), -prefs(p q.tsv)"
	if got, want := portableExpressions(c.Gen.Axioms), "tfc1, (run( r.txt, margin=1)) & my-run(no), -prefs(p q.tsv)"; got != want {
		t.Errorf("portable %q, want %q", got, want)
	}
	var got []string
	for _, p := range c.Paths() {
		got = append(got, p.Key+" "+p.Path)
	}
	want := []string{"--data d", "--run train=a", "--run b", "--run a", "--stemmer s", "--axioms d/r.txt", "--axioms p q.tsv", "--vectors d/v*.txt", "--vectors train", "train.choose d/w", "train.choose x"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
