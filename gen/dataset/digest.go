package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// SharedStages lists the stages whose keys decide which rows there are to draw from.
var SharedStages = []configs.Stage{configs.Documents, configs.Topics, configs.Candidates, configs.Similarity, configs.Vocabulary}

// Digest returns a digest of a data set as a trainer reads it: of its rows, and of the settings that decide how rows are written. The
// digest does not depend on the names of axioms, which include bounds, or on the order of the rows, which depends on these names.
func Digest(data *Data, config *configs.Config) (string, error) {
	sum := sha256.New()
	encoder := json.NewEncoder(sum)
	stages := append(slices.Clone(SharedStages), configs.Shards) // the last one has the keys that decide how rows are written
	if err := encoder.Encode([]any{config.Deciding(stages...), config.Gen.Order}); err != nil {
		return "", err
	}
	for _, set := range data.Sets {
		for _, rows := range []*pairs.Table{set.Pairs, set.Spares} {
			if rows == nil {
				continue
			}
			if err := encoder.Encode([]any{set.Split, set.Set, rows.Len()}); err != nil {
				return "", err
			}
			if err := hashRows(sum, rows); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// hashRows writes the digests of the rows, without the names of their axioms, in sorted order.
func hashRows(w io.Writer, rows *pairs.Table) error {
	list := make([]string, 0, rows.Len())
	for _, row := range rows.All() {
		row.UID, row.Axiom, row.Variant = "", "", ""
		raw, err := json.Marshal(row)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(raw)
		list = append(list, string(sum[:]))
	}
	slices.Sort(list)
	for _, sum := range list {
		if _, err := io.WriteString(w, sum); err != nil {
			return err
		}
	}
	return nil
}
