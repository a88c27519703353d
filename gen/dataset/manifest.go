package dataset

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// LanguageOf returns the ISO 639 code of the language that a stemmer is made for, which the dataset card names; "" for others.
func LanguageOf(stemmer string) string { return stemmerLanguages[stemmer] }

// stemmerLanguages are the ISO 639 codes of the languages that stemmers are made for; the others say nothing of the texts.
var stemmerLanguages = map[string]string{"porter": "en", "snowball:english": "en", "snowball:french": "fr", "snowball:hungarian": "hu",
	"snowball:norwegian": "no", "snowball:russian": "ru", "snowball:spanish": "es", "snowball:swedish": "sv"}

// ManifestInputs returns inputs in the form of the manifest.
func ManifestInputs(inputs []stage.Input) (out []shard.ManifestInput) {
	for _, in := range inputs {
		out = append(out, shard.ManifestInput{Role: in.Role, Name: in.Name, Bytes: in.Bytes, SHA256: in.SHA256, Format: in.Format,
			Count: in.Count})
	}
	return out
}

// Manifest returns the manifest of a data set, as far as it is known before shards are written.
func Manifest(chain *prepare.Preparation, data *Data) shard.Manifest {
	r, x, g := chain.Run, chain.Index, &chain.Run.Config.Gen
	m := shard.Manifest{ToolVersion: configs.Version, Command: r.Command, Config: r.Config.Portable(), Seed: uint64(g.Seed),
		Order: g.Order, Warnings: r.Account.Warnings, Inputs: ManifestInputs(r.Account.Files), Drawn: data.Drawn,
		Collection: shard.Collection{N: x.NumDocs(), TotalTerms: x.TotalTerms(), AvgLen: x.AvgLen()}}
	for _, f := range x.About().Collection {
		m.Collection.Files = append(m.Collection.Files, shard.CollectionFile(f))
	}
	m.Tasks = data.Report.ManifestTasks()
	return m
}
