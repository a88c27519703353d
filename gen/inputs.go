package gen

import (
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
)

// InputsKey returns a hash of the contents of the files that a configuration names, as a key of cached work.
func InputsKey(c *configs.Config) (string, error) {
	col, err := collection.FindCollection(&c.Gen)
	if err != nil {
		return "", err
	}
	inputs, err := col.Inputs()
	if err != nil {
		return "", err
	}
	analyser, err := prepare.Analyser(c)
	if err != nil {
		return "", err
	}
	runs, err := prepare.ModelRuns(&c.Gen)
	if err != nil {
		return "", err
	}
	vectors, err := prepare.VectorsSource(&c.Gen)
	if err != nil {
		return "", err
	}
	var sums [2]string
	for i, path := range []string{vectors, c.Tokenize.Vocab} {
		if path == "" || path == prepare.TrainVectors {
			continue
		}
		if _, sums[i], err = stage.Checksum(path); err != nil {
			return "", err
		}
	}
	files, err := quota.Files(c)
	if err != nil {
		return "", err
	}
	fileSums := make([]string, len(files))
	for i, f := range files {
		if _, fileSums[i], err = stage.Checksum(f.Path); err != nil {
			return "", err
		}
	}
	var identity any
	if c.Gen.Index != "" {
		x, err := index.OpenWith(c.Gen.Index, analyser.Options().Pieces)
		if err != nil {
			return "", err
		}
		identity = x.About().Identity
		if err := x.Close(); err != nil {
			return "", err
		}
	}
	return stage.Hash(inputs, analyser.Fingerprint(), runs, sums, fileSums, identity), nil
}

// FilesNamed returns the part of a configuration that InputsKey depends on, as text. Configurations with the same text have the same key.
func FilesNamed(c *configs.Config) string {
	return fmt.Sprint(c.Paths(), c.Deciding(configs.Documents, configs.Topics, configs.Vocabulary))
}
