// Package digest compares cells of a sweep: what they train on, and what their settings already say about it.
//
//	data.go      the digests of a data set: of its rows, and of its files
//	equal.go     which cells are equal
//	settings.go  which cells are equal by their settings
package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// rowStages decide what rows are drawn from and how they are written.
var rowStages = []configs.Stage{configs.Documents, configs.Topics, configs.Candidates, configs.Similarity,
	configs.Vocabulary, configs.Embedding, configs.Shards}

// Data returns the digest of what a trainer gets of a set: its rows and the values that decide how they are written. Names of axioms
// hold bounds and decide nothing, and neither does the order of the rows, which is drawn from these names.
func Data(data *dataset.Data, config *configs.Config) (string, error) {
	sum := sha256.New()
	encoder := json.NewEncoder(sum)
	if err := encoder.Encode([]any{config.Deciding(rowStages...), config.Gen.Order}); err != nil {
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
			if err := writeRows(sum, rows); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// writeRows writes the digests of rows without the names of their axioms, sorted.
func writeRows(w io.Writer, rows *pairs.Table) error {
	list := make([][sha256.Size]byte, 0, rows.Len())
	for _, row := range rows.All() {
		row.UID, row.Axiom, row.Variant = "", "", ""
		raw, err := json.Marshal(digestRow(row))
		if err != nil {
			return err
		}
		list = append(list, sha256.Sum256(raw))
	}
	slices.SortFunc(list, func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
	for i := range list {
		if _, err := w.Write(list[i][:]); err != nil {
			return err
		}
	}
	return nil
}

// digestRow is a row as its digest holds it: the names are bytes of digests in files, whatever the fields of a pair are called.
type digestRow struct {
	UID       string       `json:"UID"`
	Task      string       `json:"Task"`
	Axiom     string       `json:"Axiom"`
	Variant   string       `json:"Variant"`
	QueryID   string       `json:"QueryID"`
	PosID     string       `json:"PosID"`
	NegID     string       `json:"NegID"`
	PosLabel  int32        `json:"PosLabel"`
	NegLabel  int32        `json:"NegLabel"`
	Class     *int32       `json:"Class"`
	Weight    float64      `json:"Weight"`
	Margin    float64      `json:"Margin"`
	Source    pairs.Source `json:"Source"`
	PosGrade  *int32       `json:"PosGrade"`
	NegGrade  *int32       `json:"NegGrade"`
	PosRank   *int32       `json:"PosRank"`
	NegRank   *int32       `json:"NegRank"`
	PosScore  *float64     `json:"PosScore"`
	NegScore  *float64     `json:"NegScore"`
	Pass      int32        `json:"Pass"`
	NegSource string       `json:"NegSource"`
}

// Files returns the digest of the rows' files, which are equal where another setting wrote the same bytes.
func Files(m *shard.Manifest) string {
	sum := sha256.New()
	for _, f := range m.Shards {
		fmt.Fprintln(sum, f.Path, f.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
