package dataset

import (
	"encoding/json"
	"io"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"go.yaml.in/yaml/v3"
)

// What stands beside the pairs, so that shards can be made of them without the collection's own files: the texts of the
// queries, what the manifest says of the pairs, and the settings of tokenize that were in use.
const (
	PairsDir       = "pairs"
	PairsQueries   = PairsDir + "/queries.jsonl"
	PairsManifest  = PairsDir + "/manifest.json"
	PairsConfig    = PairsDir + "/config.yaml"
	PairsExtension = ".parquet"
	SparesDir      = PairsDir + "/spares"
)

// PairsQuery is a line of PairsQueries.
type PairsQuery struct {
	ID   string `json:"_id"`
	Text string `json:"text"`
}

// besideStage is what stands beside the pairs, in the journal. It is written anew in every run, for it holds settings that decide no
// pair.
const besideStage = "beside the pairs"

// writeCompanions writes what is needed to make shards of the pairs again, besides pairs, index and vocabulary.
func writeCompanions(chain *prepare.Preparation, data *Data) error {
	isWritten := map[string]bool{}
	queries, err := chain.Run.Out.WriteFile(PairsQueries, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for _, s := range chain.Splits {
			for i := range s.Queries {
				q := &s.Queries[i]
				if isWritten[q.ID] {
					continue
				}
				isWritten[q.ID] = true
				if err := enc.Encode(PairsQuery{q.ID, q.Text}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	settings := chain.Run.Config.Portable()["tokenize"]
	delete(settings, "vocab")
	delete(settings, "output_format")
	delete(settings, "scores") // as a file it may be named from elsewhere
	delete(settings, "rows_of")
	delete(settings, "candidates") // they are not beside the pairs
	config, err := chain.Run.Out.WriteFile(PairsConfig, func(w io.Writer) error {
		return yaml.NewEncoder(w).Encode(map[string]any{"tokenize": settings})
	})
	if err != nil {
		return err
	}
	m := Manifest(chain, data)
	m.Command = "" // the pairs are the same whichever verb drew them
	manifest, err := chain.Run.Out.WriteJSON(PairsManifest, m)
	if err != nil {
		return err
	}
	return chain.Run.Out.Finish(besideStage, manifest.SHA256, []result.File{queries, config, manifest})
}
