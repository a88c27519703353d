package commands

import (
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/keystest"
)

// TestMeaninglessValuesAreRefused: each command asks the table of refusals for what it makes. A value of each is refused here, with why;
// all rows of the table are in TestRefusals.
func TestMeaninglessValuesAreRefused(t *testing.T) {
	dir := t.TempDir()
	keystest.Write(t, dir, keystest.Files())
	w := &walk{dir: dir}
	keystest.Write(t, dir, map[string]string{"grid.yaml": "sweep: {over: {gen.ratio: [1:1, 2:1]}}\n",
		"arms.yaml": "sweep: {arms: {a: {gen.stemmer: porter}, b: {gen.stemmer: none, gen.seed: 3}}}\n"})
	with := strings.NewReplacer("RUN", dir+"/run.txt", "DIR", dir, "JUDGED", "--data "+dir+"/judged --axioms tfc1,m-tdc", "DOCS",
		"--data "+dir+"/docs --topics train="+dir+"/phrases.tsv --axioms tfc1,m-tdc")
	wordsOf := func(line string) []string { // in which a · is a space
		return strings.Split(strings.ReplaceAll(strings.Join(strings.Fields(with.Replace(line)), "\n"), "·", " "), "\n")
	}
	for line, why := range map[string]string{
		"gen index --data DIR/docs --limit 7 -o OUT":                    "(gen.limit) has no effect in axiomine gen index",
		"gen inspect --data DIR/docs --qrels nosuch.txt":                "there are no queries that it could judge",
		"gen JUDGED --pairs 10 --ratio 2:1 -o OUT":                      "gen.pairs is a number, and stands before a ratio",
		"gen JUDGED --qrels trian=DIR/run.txt -o OUT":                   "the split has no queries",
		"gen sample DOCS --set margin=2 -o OUT":                         "the collection has no judgements",
		"gen sweep -c DIR/grid.yaml JUDGED --ratio 2:1 -o OUT":          "each setting of the section sweep has a value of its own",
		"train JUDGED --set made=none -o OUT":                           "no axiom makes a document",
		"train JUDGED --choose {gen.ratio:·[1:1]} --ratio 2:1 -o OUT":   "train.choose gives each arm values of its own",
		"train sweep -c DIR/arms.yaml JUDGED --set stemmer=none -o OUT": "each setting of the section sweep has a value of its own",
		"axioms diagnose RUN JUDGED --set cased=true":                   "nothing is cut into word pieces",
		"axioms diagnose RUN JUDGED --resume":                           "no output directory is named",
		"axioms diagnose JUDGED --set lambda=0.5":                       "qljm does not find the candidates",
	} {
		if got := w.run(t, wordsOf(line)); !got.usage || !strings.Contains(got.err, why) {
			t.Errorf("%s: %q, want %q", line, got.err, why)
		}
	}
	// A default means no other value, and what means something to one of two arms is taken.
	for _, line := range []string{
		"gen JUDGED --output-format triples --max-length 256 --pairs 10 --on-shortage accept -o OUT",
		"train JUDGED --choose {judged:·{train.epochs:·[1]}} --epochs 2 --set pairs_per_epoch=10 -o OUT",
	} {
		if got := w.run(t, wordsOf(line)); got.err != "" {
			t.Errorf("%s: %s", line, got.err)
		}
	}
}
