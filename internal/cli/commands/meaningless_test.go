package commands

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/keystest"
)

// TestMeaninglessValuesAreRefused: a value that the other values leave without effect is refused, with why. These were found by giving
// every key of every command another value in five configurations, and reading what changed nothing.
func TestMeaninglessValuesAreRefused(t *testing.T) {
	dir := t.TempDir()
	keystest.Write(t, dir, keystest.Files())
	w := &walk{dir: dir}
	defaults := "gen: {pairs: '10', ratio: '1:1', on_shortage: accept}\ntokenize: {output_format: triples, max_length: 256}\n"
	arms := "sweep: {arms: {a: {gen.stemmer: porter}, b: {gen.stemmer: none, gen.seed: 3}}}\n"
	keystest.Write(t, dir, map[string]string{"defaults.yaml": defaults, "grid.yaml": "sweep: {over: {gen.ratio: [1:1, 2:1]}}\n",
		"arms.yaml": arms})
	with := strings.NewReplacer("RUN", dir+"/run.txt", "DIR", dir, "JUDGED", "--data "+dir+"/judged --axioms tfc1,m-tdc", "UNSET",
		"--data "+dir+"/judged", "DOCS",
		"--data "+dir+"/docs --topics train="+dir+"/phrases.tsv --axioms tfc1,m-tdc")
	wordsOf := func(line string) []string { // in which a · is a space
		return strings.Split(strings.ReplaceAll(strings.Join(strings.Fields(with.Replace(line)), "\n"), "·", " "), "\n")
	}
	for line, why := range map[string]string{
		"gen index --data DIR/docs --limit 7 -o OUT":                        "(gen.limit) has no effect in axiomine gen index",
		"gen index --data DIR/docs --seed 7 -o OUT":                         "(gen.seed) has no effect in axiomine gen index",
		"gen index --data DIR/docs --labels yes=1 -o OUT":                   "(gen.labels) has no effect in axiomine gen index",
		"train embed --data DIR/docs --labels yes=1 -o OUT":                 "(gen.labels) has no effect in axiomine train embed",
		"gen inspect UNSET --limit 7":                                       "(gen.limit) has no effect in axiomine gen inspect",
		"gen JUDGED --pairs 10 --ratio 2:1 -o OUT":                          "gen.pairs is a number, and stands before a ratio",
		"gen UNSET --axioms tfc1 --set conflict=keep -o OUT":                "one axiom alone cannot contradict itself",
		"gen DOCS --set budget=replace -o OUT":                              "the collection has no judgements",
		"gen DOCS --negatives top -o OUT":                                   "the collection has no judgements",
		"gen DOCS --set absolute_margin=0.5 -o OUT":                         "the collection has no judgements",
		"gen DOCS --set add_judged=relevant -o OUT":                         "the collection has no judgements",
		"gen DOCS --weights agreement -o OUT":                               "the collection has no judgements",
		"gen UNSET --axioms tfc1,lnc2 --set made=none -o OUT":               "no model is diagnosed",
		"train JUDGED --set made=none -o OUT":                               "no axiom makes a document",
		"gen sweep -c DIR/grid.yaml JUDGED --ratio 2:1 -o OUT":              "each setting of the section sweep has a value of its own",
		"train sweep -c DIR/arms.yaml JUDGED --set stemmer=none -o OUT":     "each setting of the section sweep has a value of its own",
		"train JUDGED --choose {gen.ratio:·[1:1]} --ratio 2:1 -o OUT":       "train.choose gives each arm values of its own",
		"train JUDGED --choose {train.epochs:·[2,3]} --epochs 2 -o OUT":     "train.choose gives each arm values of its own",
		"gen DOCS --set order=curriculum -o OUT":                            "the collection has no judgements",
		"gen sample DOCS --set margin=2 -o OUT":                             "the collection has no judgements",
		"gen --data DIR/docs --qrels RUN -o OUT":                            "there are no queries that it could judge",
		"gen --data DIR/docs --run RUN -o OUT":                              "the collection has no queries",
		"gen JUDGED --qrels trian=DIR/run.txt -o OUT":                       "the split has no queries",
		"gen DOCS --regular 3 -o OUT":                                       "the collection has no",
		"gen inspect --data " + dir + "/docs --qrels nosuch.txt":            "there are no queries that it could judge",
		"gen inspect --data " + dir + "/docs --run nosuch.txt":              "the collection has no queries",
		"gen mine JUDGED --set perturb=tfc1 -o OUT":                         "no document is perturbed",
		"gen JUDGED --retrieval ql --set k3=1 -o OUT":                       "gen.retrieval: bm25 does not find the candidates",
		"serve JUDGED --set perturb=tfc1":                                   "no document is perturbed",
		"serve JUDGED --vectors train":                                      "gen.vectors",
		"train JUDGED --mixture ranking=1,tfc1=1 --set rows=4 -o OUT":       "the DRMM learns from pairs",
		"train JUDGED --mixture ranking=1,tfc1=1 --set class_test=2 -o OUT": "the DRMM learns from pairs",
		"train JUDGED --run RUN --choose none --set k1=2 -o OUT":            "BM25 neither finds candidates",

		"axioms diagnose RUN JUDGED --set k1=2":            "BM25 neither finds candidates",
		"axioms diagnose RUN JUDGED --retrieval ql":        "all candidates are given",
		"axioms diagnose RUN JUDGED --set feedback=docs=2": "gen.retrieval has no feedback",
		"axioms diagnose RUN JUDGED --set cased=true":      "nothing is cut into word pieces",
		"axioms diagnose RUN JUDGED --similarity wordnet":  "no axiom asks how similar terms are",
		"axioms diagnose RUN JUDGED --splits folds·5":      "whatever their split",
		"axioms diagnose RUN JUDGED --resume":              "no output directory is named",
		"axioms diagnose RUN JUDGED --overwrite":           "no output directory is named",
		"axioms diagnose JUDGED --set lambda=0.5":          "qljm does not find the candidates",
		"axioms diagnose JUDGED --run RUN --retrieval ql":  "all candidates are given",
	} {
		if got := w.run(t, wordsOf(line)); !got.usage || !strings.Contains(got.err, why) {
			t.Errorf("%s: %q, want %q", line, got.err, why)
		}
	}
	for _, line := range []string{
		"axioms diagnose JUDGED --set k1=2 --set k3=1 --set mu=20 --set feedback=docs=2 --splits hash·10/10/80 --set perturb=tfc1",
		"axioms diagnose RUN UNSET --run RUN --axioms tfc1,lnc2 --set made=all",
		"gen JUDGED --pairs 10 --ratio tfc1=1:1 --on-shortage accept -o OUT",
		"gen JUDGED --set add_judged=auto --set perturb= --judged-queries 0 --pairs 10 --on-shortage accept -o OUT",
		"train UNSET --axioms tfc1,lnc2 --set made=none --run RUN --choose none --epochs 1 --set pairs_per_epoch=10 -o OUT",
		"gen -c DIR/defaults.yaml JUDGED -o OUT", // a default means no other value
		"gen JUDGED --output-format triples --max-length 256 -o OUT",
		"train JUDGED --choose {judged:·{train.epochs:·[1]}} --epochs 2 --set pairs_per_epoch=10 -o OUT", // the other arm has it
		// what means something under a value that both arms choose, or one of them
		"train JUDGED --choose {gen.axioms:·['tfc1,·lnc2'],train.epochs:·[1]} --set made=none --set pairs_per_epoch=10 -o OUT",
		"gen JUDGED --pairs 10 --ratio none --on-shortage accept -o OUT",
	} {
		if got := w.run(t, wordsOf(line)); got.err != "" {
			t.Errorf("%s: %s", line, got.err)
		}
	}
}
