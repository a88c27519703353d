package configs

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestPaths(t *testing.T) {
	var c Config
	// beside the keys themselves
	c.Train.Choose = `{axioms: {gen.vectors: ["", "{data}/w"]}, train.learning_rate: ["1"], judged: {gen.vectors: [x]}}`
	c.Gen.Data, c.Gen.Run, c.Gen.Vectors, c.Gen.Stemmer, c.Gen.Similarity = "d", "train=a,b", "{data}/v*.txt, train", "table:s", "wordnet"
	c.Gen.Axioms = "tfc1, (run( {data}/r.txt, margin=1)) & my-run(no), -prefs(p q.tsv)"
	must.Equal(t, Portable("gen.axioms", c.Gen.Axioms), "tfc1, (run( r.txt, margin=1)) & my-run(no), -prefs(p q.tsv)", "portable")
	const command = "python /a/b/train.py --model=/m/minilm -c 'a b/c' {output}"
	must.Equal(t, Portable("train.ranker", command), "python train.py --model=minilm -c 'a b/c' '{output}'", "portable")
	var got []string
	for _, p := range c.Paths() {
		got = append(got, p.Key+" "+p.Value)
	}
	want := []string{"--data d", "--run train=a", "--run a", "--run b", "--set stemmer s", "--axioms d/r.txt", "--axioms p q.tsv",
		"--vectors d/v*.txt", "--vectors train",
		"--choose x", "--choose d/w"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
