package commands

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/spf13/pflag"
)

// What commands make, as internal/cli says.
var (
	ofGen      = []stage.Name{stage.Sample, stage.Shards}
	ofIndex    = []stage.Name{stage.Index}
	ofInspect  = []stage.Name{}
	ofRetrieve = []stage.Name{stage.Candidates}
	ofCount    = []stage.Name{stage.Mining}
	ofTrain    = []stage.Name{stage.Sample, resultRankers}
	ofRerank   = []stage.Name{resultRankers, resultRanking}
	ofShards   = []stage.Name{stage.Shards}
	ofExplain  = []stage.Name{resultTexts}
	ofDiagnose = []stage.Name{resultDiagnosis}
	ofOwn      = []stage.Name{resultDiagnosis, resultOwnModels}
)

// refusal is a key that has no effect in what is made beside other settings, and what is made and settings under which it does.
type refusal struct {
	key    string // with its value
	made   []stage.Name
	beside string // other settings, separated by blanks
	why    string
	has    []stage.Name
	with   string
}

// refusals has a case of every row of the table. DIR is a folder with collections: judged with judgements, docs without queries; a · is a
// space in a value.
var refusals = []refusal{
	{"gen.hits=7", ofExplain, "", "no collection is named, and the texts of -q and -d are all that there is", ofExplain, "gen.data=DIR/judged"},
	{"gen.doc_fields=title", ofGen, "gen.index=DIR/index", "gen.index names an index, whose documents were read when it was built", ofGen, ""},
	{"gen.min_grade=2", ofInspect, "gen.data=DIR/docs", "the collection has no queries: --topics names some", ofInspect, "gen.data=DIR/judged"},
	{"gen.run=DIR/run.txt", ofInspect, "gen.data=DIR/docs", "the collection has no queries: --topics names some", ofInspect,
		"gen.data=DIR/judged"},
	{"gen.hits=7", ofExplain, "", "no collection is named, and the texts of -q and -d are all that there is", ofExplain, "gen.data=DIR/judged"},
	{"gen.doc_fields=title", ofGen, "gen.index=DIR/index", "gen.index names an index, whose documents were read when it was built", ofGen, ""},
	{"gen.on_overlap=keep", ofGen, "gen.data=DIR/rows.csv",
		"no two splits share a query: the collection has one split, or gen.splits divides the queries by their texts", ofGen,
		"gen.data=DIR/judged"},
	{"gen.on_overlap=keep", ofTrain, "gen.data=DIR/judged gen.splits=folds·5",
		"no two splits share a query: the collection has one split, or gen.splits divides the queries by their texts", ofGen,
		"gen.data=DIR/judged gen.splits=test·from·dev·30"},
	{"gen.positives=all", ofGen, "gen.data=DIR/rows.csv", "all judged documents are candidates, as gen.add_judged says", ofGen,
		"gen.data=DIR/judged"},
	{"gen.positives=all", ofGen, "gen.data=DIR/judged gen.add_judged=on",
		"all judged documents are candidates, as gen.add_judged says", ofGen, "gen.data=DIR/rows.csv gen.add_judged=off"},
	{"gen.positives=all", ofGen, "gen.data=DIR/alone", "the collection has no judgements", ofGen, "gen.data=DIR/judged"},
	{"gen.judged=0", ofGen, "gen.data=DIR/judged", "", ofGen, "gen.data=DIR/alone"},
	{"gen.judged=5", ofGen, "gen.data=DIR/alone", "the collection has no judgements", ofGen, "gen.data=DIR/judged"},
	{"gen.qrels_format=3col", ofGen, "gen.data=DIR/alone", "the collection has no judgements", ofGen, "gen.data=DIR/judged"},
	{"gen.min_grade=2", ofRerank, "gen.data=DIR/judged",
		"judgements change nothing about a run unless gen.require_positive or gen.add_judged " +
			"asks for them", ofRerank, "gen.data=DIR/judged gen.add_judged=on"},
	{"gen.topic_fields=desc", ofGen, "gen.data=DIR/judged", "the queries of this collection have no fields", ofGen,
		"gen.data=DIR/judged gen.topics_format=classic"},
	{"gen.topic_fields=title,desc", ofGen, "gen.collection=DIR/docs/collection.tsv gen.topics=DIR/docs/collection.tsv",
		"the queries of this collection have no fields", ofGen, "gen.collection=DIR/docs/collection.tsv gen.topics=DIR/t.classic"},
	{"gen.topic_fields=title,desc", ofGen, "gen.data=DIR/judged", "the queries of this collection have no fields", ofGen,
		"gen.data=DIR/judged gen.topics=DIR/t.xml"},
	{"gen.wpqa_filter=rennings", ofGen, "gen.data=DIR/judged", "the collection is not WikiPassageQA", ofGen, ""},
	{"gen.splits=hash 80/10/10", ofDiagnose, "", "the queries are those of the runs or of -q, whatever their split", ofDiagnose, "gen.limit=3"},
	{"gen.splits=folds 3", ofExplain, "gen.data=DIR/judged", "the queries are those of the runs or of -q, whatever their split",
		ofExplain, "gen.data=DIR/judged gen.limit=3"},

	{"gen.seed=7", ofRetrieve, "", "nothing is drawn: queries are neither divided nor sampled", ofRetrieve, "gen.query_sample=0.5"},
	{"gen.seed=7", ofRerank, "", "nothing is drawn: queries are neither divided nor sampled", ofRerank, "gen.vectors=train"},
	{"gen.axioms=tfc1", ofRetrieve, "", "axioms are not asked, and make no document among the candidates unless gen.made is all", ofRetrieve,
		"gen.made=all"},
	{"gen.retrieval=ql", ofDiagnose, "", "all candidates are given, and none is retrieved", ofGen, ""},
	{"gen.retrieval=ql", ofGen, "gen.data=DIR/judged gen.run=DIR/run.txt", "all candidates are given, and none is retrieved", ofGen,
		"gen.data=DIR/judged gen.run=test=DIR/run.txt"},
	{"gen.k3=8", ofGen, "gen.retrieval=ql", "gen.retrieval: bm25 does not find the candidates", ofGen, "gen.retrieval=bm25+rm3"},
	{"gen.b=0.75", ofGen, "gen.retrieval=ql", "BM25 neither finds candidates nor is it the source of an axiom", ofGen,
		"gen.retrieval=ql gen.axioms=rs-bm25(k1={k1},b={b})"},
	{"gen.k1=1.2", ofRerank, "gen.retrieval=ql", "BM25 neither finds candidates nor is it the source of an axiom", ofTrain, "gen.retrieval=ql"},
	{"gen.mu=2", ofGen, "", "gen.retrieval: ql does not find the candidates", ofOwn, ""},
	{"gen.mu=2", ofGen, "", "gen.retrieval: ql does not find the candidates", ofGen, "gen.retrieval=rm3"},
	{"gen.candidates_mu=2", ofOwn, "", "gen.retrieval: ql does not find the candidates", ofOwn, "gen.retrieval=ql"},
	{"gen.lambda=.2", ofGen, "gen.retrieval=ql", "gen.retrieval: qljm does not find the candidates", ofGen, "gen.retrieval=qljm"},
	{"gen.feedback=terms=2", ofGen, "gen.retrieval=ql", "gen.retrieval has no feedback: a model with +rm3 has", ofGen, "gen.retrieval=bm25+rm3"},
	{"gen.vectors=DIR/vectors.txt", ofGen, "gen.axioms=tfc1", "no axiom asks how similar terms are", ofGen, "gen.axioms=stmc1"},
	{"gen.vectors_mode=stems", ofGen, "gen.vectors=train gen.axioms=stmc1",
		"no file of word vectors and no other source of similarity is named, " +
			"and vectors that are trained are those of stems", ofGen, "gen.vectors=DIR/vectors.txt gen.axioms=stmc1"},
	{"gen.similarity=wordnet", ofGen, "gen.axioms=tfc1", "no axiom asks how similar terms are", ofGen, "gen.axioms=stmc1"},
	{"gen.dimension=9", ofGen, "gen.vectors=DIR/vectors.txt gen.axioms=stmc1", "no word vectors are trained: --vectors train trains some",
		ofGen, "gen.vectors=train gen.axioms=stmc1"},

	{"gen.ratio=1:2", ofCount, "", "preferences are counted, and no pair is drawn without --part", ofGen, ""},
	{"gen.mixture=ranking=1", ofCount, "", "preferences are counted, and the mixture names no axiom", ofGen, ""},
	{"gen.on_shortage=accept", ofCount, "", "preferences are counted, and no pair is drawn without --part", ofGen, ""},
	{"gen.violated_margin=1", ofGen, "", "--violated-by names no run", ofGen, "gen.violated_by=DIR/run.txt"},
	{"gen.made=none", ofTrain, "gen.axioms=tfc1", "no axiom makes a document: lnc2 does", ofTrain, "gen.axioms=lnc2"},
	{"gen.made=none", ofGen, "gen.axioms=lnc2", "no model is diagnosed, and documents that are made take part nowhere else", ofDiagnose,
		"gen.axioms=lnc2"},
	{"gen.mixture=ranking=1", ofTrain, "", "the DRMM learns from pairs, not from a mixture of tasks", ofTrain, "train.ranker=true"},
	{"gen.rows=9", ofGen, "", "there is no mixture: --mixture names one", ofGen, "gen.mixture=ranking=1,pairs:tfc1=1"},
	{"gen.class_sample=random", ofGen, "gen.mixture=ranking=1,pairs:tfc1=1", "no task has three classes: --mixture names one", ofGen,
		"gen.mixture=ranking=1,reg=1"},
	{"gen.class_test=9", ofGen, "gen.mixture=ranking=1,reg=1 tokenize.rows_of=train",
		"tokenize.rows_of: train leaves out the rows to test with", ofGen,
		"gen.mixture=ranking=1,reg=1"},
	{"gen.weights=agreement", ofGen, "gen.data=DIR/alone", "the collection has no judgements", ofGen,
		"gen.data=DIR/judged"},
	{"gen.pool=all·9", ofGen, "gen.axioms=", "gen.axioms names no axiom", ofGen, "gen.axioms= gen.mixture=ranking=1,pairs:tfc1=1"},
	{"gen.conflict=keep", ofGen, "gen.axioms=tfc1", "one axiom alone cannot contradict itself", ofGen, "gen.axioms=tfc1,tfc3"},
	{"gen.pool=unjudged", ofGen, "gen.data=DIR/alone", "the collection has no judgements", ofGen,
		"gen.data=DIR/judged"},
	{"gen.ratio=1:2", ofGen, "gen.pairs=9", "gen.pairs is a number, and stands before a ratio", ofGen, "gen.pairs=tfc1=9 gen.axioms=tfc1"},
	{"train.epochs=3", ofTrain, "train.ranker=true", "train.ranker trains instead of the DRMM", ofTrain, ""},
	{"gen.order=curriculum", ofTrain, "",
		"the DRMM draws rows in an order of its own and fills no group: --ranker names a command that reads shards",
		ofTrain, "train.ranker=true"},

	{"tokenize.max_length=99", ofTrain, "",
		"the DRMM trains on pairs of texts, and no shard is written: --ranker names a command that reads shards",
		ofTrain, "train.ranker=true tokenize.output_format=mtdnn"},
	{"tokenize.vocab=DIR/vocab.txt", ofDiagnose, "", "nothing is cut into word pieces", ofGen, ""},
	{"tokenize.vocab=DIR/vocab.txt", ofShards, "tokenize.output_format=jsonl", "nothing is cut into word pieces", ofGen,
		"tokenize.output_format=jsonl"},
	{"tokenize.vocab_size=199", ofShards, "", "no vocabulary is trained: no output format is nothing without token ids", ofShards,
		"tokenize.output_format=mtdnn"},
	{"tokenize.vocab_size=199", ofGen, "tokenize.vocab=DIR/vocab.txt", "--vocab names a vocabulary, and none is trained", ofGen,
		"tokenize.output_format=mtdnn"},
	{"tokenize.cased=true", ofGen, "tokenize.vocab=DIR/vocab.txt tokenize.output_format=jsonl", "nothing is cut into word pieces", ofShards,
		""},
	{"tokenize.max_length=99", ofShards, "tokenize.output_format=jsonl", "no output format holds word pieces, which parquet does with --vocab", ofShards,
		"tokenize.output_format=parquet"},
	{"tokenize.max_query_length=9", ofShards, "tokenize.output_format=jsonl", "no output format holds word pieces, which parquet does with --vocab", ofShards, ""},
	{"tokenize.readers=2", ofShards, "tokenize.output_format=mtdnn", "the output formats keep the rows of a split in one file", ofShards, ""},
	{"tokenize.spread_queries=9", ofShards, "tokenize.output_format=libsvm", "no output format has rows that are read in batches", ofShards, ""},
	{"tokenize.spread_queries=9", ofGen, "gen.order=curriculum", "gen.order: curriculum has an order of its own", ofGen, ""},
	{"tokenize.group_size=9", ofShards, "", "no output format holds groups", ofShards, "tokenize.output_format=tevatron"},
	{"tokenize.scores=DIR/run.txt", ofShards, "", "no output format holds scores of a teacher", ofShards, "tokenize.output_format=st-margin-mse"},
	{"tokenize.pointwise=soft", ofShards, "tokenize.output_format=st-triplet", "no output format has a label for each document", ofShards,
		"tokenize.output_format=st-cross"},
	{"tokenize.template=reward", ofShards, "", "template is no output format", ofShards, "tokenize.output_format=template"},
	{"tokenize.prompt=p", ofShards, "", "no output format has a place for it: flagembedding, swift and templates with {prompt} have", ofShards,
		"tokenize.output_format=flagembedding"},
	{"tokenize.layout=A", ofShards, "tokenize.output_format=jsonl gen.mixture=ranking=1,reg=1",
		"no output format puts three-class tasks into one sequence", ofShards, "gen.mixture=ranking=1,reg=1"},
	{"tokenize.layout=A", ofShards, "", "no task has three classes: --mixture names one", ofShards, "gen.mixture=ranking=1,reg=1"},
	{"tokenize.mtdnn_ranking=pointwise", ofShards, "", "mtdnn is no output format", ofShards, "tokenize.output_format=mtdnn"},
	{"tokenize.mtdnn_ranking=group+san", ofShards, "tokenize.output_format=mtdnn",
		"all rows of mtdnn are groups, which have no such network", ofShards, "tokenize.output_format=mtdnn gen.mixture=ranking=1,reg=1"},
	{"tokenize.compat=dl4marco", ofShards, "", "tfrecord is no output format", ofShards, "tokenize.output_format=tfrecord"},
}

// collections writes the collections of the cases to a folder.
func collections(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	files := keystest.Files()
	files["t.classic"] = "<top>\n<num> Number: 1\n<title> wind\n<desc> Description:\nthe wind\n</top>\n"
	files["t.xml"] = "<topics><topic number=\"1\"><query>wind</query></topic></topics>\n"
	files["cran.all.1400"] = ".I 1\n.T\nwind\n.A\n.B\n.W\nwind\n"
	files["vocab.txt"] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\nwind\n"
	for name, text := range keystest.Files() {
		if rest, ok := strings.CutPrefix(name, "judged/"); ok && !strings.HasPrefix(rest, "qrels") {
			files["alone/"+rest] = text
		}
	}
	keystest.Write(t, dir, files)
	return dir
}

// load returns the configuration of settings, each KEY=VALUE, that flags give.
func load(t *testing.T, dir, file string, settings ...string) *configs.LoadedConfig {
	t.Helper()
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	configs.AddFlags(flags, "gen", "tokenize", "train")
	var words []string
	for _, setting := range settings {
		name, value, _ := strings.Cut(strings.NewReplacer("DIR", dir, "·", " ").Replace(setting), "=")
		words = append(words, keyOf(t, name).Words(value)...)
	}
	must.Do(t, flags.Parse(words))
	l, err := configs.Load(file, flags)
	if err != nil {
		t.Fatal(settings, err)
	}
	return l
}

func keyOf(t *testing.T, name string) configs.Key {
	t.Helper()
	keys := configs.Keys()
	i := slices.IndexFunc(keys, func(k configs.Key) bool { return k.Name == name })
	if i < 0 {
		t.Fatalf("there is no key %s", name)
	}
	return keys[i]
}

// TestRefusals: a value that would be lost in silence is refused with the option, its key and why; elsewhere it is taken.
func TestRefusals(t *testing.T) {
	dir := collections(t)
	for _, c := range refusals {
		name, _, _ := strings.Cut(c.key, "=")
		want := ""
		if c.why != "" {
			want = keyOf(t, name).Option() + " (" + name + ") has no effect here: " + c.why + "; hint: leave it out, or see axiomine configs show"
		}
		got := ""
		if err := checkEffect(c.made...)(load(t, dir, "", append(strings.Fields(c.beside), c.key)...)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s beside %q, %+v:\n%s, want\n%s", c.key, c.beside, c.made, got, want)
		}
		if err := checkEffect(c.has...)(load(t, dir, "", append(strings.Fields(c.with), c.key)...)); err != nil {
			t.Errorf("%s beside %q, %+v: %v", c.key, c.with, c.has, err)
		}
	}
}

// TestEveryNeedRefuses: each need has a case above, with a key that names it, and keys name no other needs.
func TestEveryNeedRefuses(t *testing.T) {
	named := map[string]bool{}
	for _, k := range configs.Keys() {
		for _, value := range append(k.Values(), keystest.Other(k)) {
			for _, name := range needsOf(k, value) {
				named[name] = true
				isNeed := slices.ContainsFunc(needs, func(n need) bool { return n.name == name })
				if !isNeed && name != k.Word() { // of the format options only some are needs
					t.Errorf("%s names %s, which is no need", k.Name, name)
				}
			}
		}
	}
	for _, n := range needs {
		if !named[n.name] || !slices.ContainsFunc(refusals, func(c refusal) bool {
			name, value, _ := strings.Cut(c.key, "=")
			return c.why == n.why && slices.Contains(needsOf(keyOf(t, name), value), n.name)
		}) {
			t.Errorf("no case refuses a key by %q", n.why)
		}
	}
}

// TestFilesServeAllCommands: what means nothing to a command may stand in its file, if it means something to another one.
func TestFilesServeAllCommands(t *testing.T) {
	dir := collections(t)
	const lambda = "gen.lambda of file FILE has no effect here: gen.retrieval: qljm does not find the candidates; hint: leave it out, " +
		"or see axiomine configs show"
	for _, c := range []struct{ text, want string }{
		{"gen: {hits: 7}", ""},
		{"train: {epochs: 3}", ""},
		{"gen: {lambda: 0.2}", lambda},
		{"gen: {lambda: 0.1}", ""}, // the default
		{"gen: {retrieval: ql, run: DIR/run.txt}", ""},
		{"gen: {lambda: 0.2}\nsweep: {per: {gen.retrieval: [bm25, qljm]}}", ""},
		{"gen: {lambda: 0.2}\nsweep: {per: {gen.retrieval: [bm25, ql]}}", lambda},
	} {
		keystest.Write(t, dir, map[string]string{"c.yaml": strings.ReplaceAll(c.text, "DIR", dir)})
		file := filepath.Join(dir, "c.yaml")
		got := ""
		if err := checkEffect(ofIndex...)(load(t, dir, file)); err != nil {
			got = err.Error()
		}
		if want := strings.ReplaceAll(c.want, "FILE", file); got != want {
			t.Errorf("%s:\n%s, want\n%s", c.text, got, want)
		}
	}
}

// TestAxesOfGrids: a flag beside a value that each setting of a sweep, or each arm, has itself is refused, even with the default.
func TestAxesOfGrids(t *testing.T) {
	dir := collections(t)
	keystest.Write(t, dir, map[string]string{
		"axis.yaml": "sweep: {over: {gen.k1: [0.9, 1.2]}}",
		"arms.yaml": "sweep: {arms: {a: {gen.hits: 5}, b: {gen.hits: 6, gen.b: 0.1}}}",
	})
	sweep := append([]stage.Name{resultSettings}, ofGen...)
	const axis = " has no effect here: each setting of the section sweep has a value of its own; hint: leave it out, " +
		"or take it out of the section sweep"
	const choose = " has no effect here: train.choose gives each arm values of its own; hint: leave it out, or take it out of train.choose"
	for _, c := range []struct {
		made    []stage.Name
		file    string
		setting []string
		want    string
	}{
		{sweep, "axis.yaml", []string{"gen.k1=0.9"}, "--set k1 (gen.k1)" + axis},
		{sweep, "axis.yaml", []string{"gen.b=0.5"}, ""},
		{ofGen, "axis.yaml", []string{"gen.k1=0.9"}, ""},
		{sweep, "arms.yaml", []string{"gen.hits=5"}, "--hits (gen.hits)" + axis},
		{sweep, "arms.yaml", []string{"gen.b=0.5"}, ""}, // the arm a has none of its own
		{ofTrain, "", []string{"train.choose={train.learning_rate: [0.1, 0.01]}", "train.learning_rate=0.1"},
			"--set learning_rate (train.learning_rate)" + choose},
		{ofTrain, "", []string{"train.choose={train.learning_rate: [0.1, 0.01]}", "train.epochs=7"}, ""},
		{ofGen, "", []string{"train.choose={gen.axioms: [tfc1, tfc3]}", "gen.axioms=tfc1"}, ""},
		{ofTrain, "", []string{"train.choose={gen.axioms: [tfc1, tfc3]}", "gen.axioms=tfc1"}, ""}, // asked of all arms, too
	} {
		file := ""
		if c.file != "" {
			file = filepath.Join(dir, c.file)
		}
		got := ""
		if err := checkEffect(c.made...)(load(t, dir, file, c.setting...)); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s %q, %+v:\n%s, want\n%s", c.file, c.setting, c.made, got, c.want)
		}
	}
}
