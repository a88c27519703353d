package gen

import (
	"encoding/json"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/index"
)

// InputsKey is a key of what the files that a configuration names hold, so that work kept under it is found again only
// while they are the same.
func InputsKey(c *configs.Config) (string, error) {
	chain := Chain{Config: c}
	var err error
	if chain.Collection, err = FindCollection(&c.Gen); err != nil {
		return "", err
	}
	inputs, err := chain.Collection.Inputs()
	if err != nil {
		return "", err
	}
	analyser, err := Analyser(c)
	if err != nil {
		return "", err
	}
	runs, err := chain.ModelRuns()
	if err != nil {
		return "", err
	}
	vectors, err := vectorsSource(&c.Gen)
	if err != nil {
		return "", err
	}
	var sums [2]string
	for i, path := range []string{vectors, c.Tokenize.Vocab} {
		if path == "" || path == trainVectors {
			continue
		}
		if _, sums[i], err = checksum(path); err != nil {
			return "", err
		}
	}
	files, err := OpinionFiles(c)
	if err != nil {
		return "", err
	}
	asked := make([]string, len(files))
	for i, f := range files {
		if _, asked[i], err = checksum(f.Path); err != nil {
			return "", fault.CannotOpen(f.Path, err)
		}
	}
	var given any
	if c.Gen.Index != "" {
		x, err := index.OpenWith(c.Gen.Index, analyser.Options().Pieces)
		if err != nil {
			return "", err
		}
		given = x.Identity()
		if err := x.Close(); err != nil {
			return "", err
		}
	}
	return chain.Key(inputs, analyser.Fingerprint(), runs, sums, asked, given), nil
}

// FilesNamed is the part of a configuration that InputsKey depends on, as one text.
func FilesNamed(c *configs.Config) string {
	g, t := &c.Gen, &c.Tokenize
	files, _ := OpinionFiles(c) // refused elsewhere where they cannot be told
	raw, err := json.Marshal([]any{g.Data, g.Format, g.Collection, g.Topics, g.Qrels, g.Run, g.Tokenizer, g.Stemmer, g.Stopwords, g.Possessives,
		g.Vectors, g.HardRun, g.ViolatedBy, g.Index, t.Vocab, t.Cased, files})
	if err != nil {
		panic(err) // plain values only
	}
	return string(raw)
}
