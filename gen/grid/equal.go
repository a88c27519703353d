package grid

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/shown"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// dataDigest returns the digest of what a trainer gets of a set: its rows and the values that decide how they are written. Names of axioms
// hold bounds and decide nothing, and neither does the order of the rows, which is drawn from these names.
func dataDigest(data *dataset.Data, config *configs.Config) (string, error) {
	sum := sha256.New()
	to := json.NewEncoder(sum)
	if err := to.Encode([]any{config.Deciding(append(slices.Clone(earlier), configs.Shards)...), config.Gen.Order}); err != nil {
		return "", err
	}
	for _, set := range data.Sets {
		for _, rows := range []*pairs.Table{set.Pairs, set.Spares} {
			if rows == nil {
				continue
			}
			if err := to.Encode([]any{set.Split, set.Set, rows.Len()}); err != nil {
				return "", err
			}
			digests, err := rowDigests(rows)
			if err != nil {
				return "", err
			}
			for i := range digests {
				sum.Write(digests[i][:])
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// rowDigests returns the digests of rows without the names of their axioms, sorted.
func rowDigests(rows *pairs.Table) ([][sha256.Size]byte, error) {
	list := make([][sha256.Size]byte, 0, rows.Len())
	for _, row := range rows.All() {
		row.UID, row.Axiom, row.Variant = "", "", ""
		raw, err := json.Marshal(row)
		if err != nil {
			return nil, err
		}
		list = append(list, sha256.Sum256(raw))
	}
	slices.SortFunc(list, func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
	return list, nil
}

// filesDigest returns the digest of the rows' files, which are equal where another setting wrote the same bytes.
func filesDigest(m *shard.Manifest) string {
	sum := sha256.New()
	for _, f := range m.Shards {
		fmt.Fprintln(sum, f.Path, f.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// nameEquals gives every set that a set before it equals the number of the first such one. Sets are in the order of their numbers.
func nameEquals(sets []DataSet) {
	byData, byFiles := map[string]int{}, map[string]int{}
	for i := range sets {
		s := &sets[i]
		s.Equals = 0
		for _, first := range []int{byData[s.Data], byFiles[s.Files]} {
			if first > 0 && (s.Equals == 0 || first < s.Equals) {
				s.Equals = first
			}
		}
		first := s.Number
		if s.Equals > 0 {
			first = s.Equals
		}
		for digest, known := range map[string]map[string]int{s.Data: byData, s.Files: byFiles} {
			if known[digest] == 0 {
				known[digest] = first
			}
		}
	}
}

// CountText says how many sets there are, and how many of them differ where some are equal.
func (r *DataSets) CountText() string {
	return countText(len(r.Sets), r.Different)
}

func countText(all, different int) string {
	text := shown.Plural(all, "set", "sets")
	if different < all {
		text += fmt.Sprintf(", %d different", different)
	}
	return text
}

// planned is a text that is equal for sets of which their configurations already say that they are equal: the same axioms with the same
// bounds, whichever key gave them, and the same values of all other keys.
func planned(own *prepare.Prepared, number int) string {
	if own.Config.Gen.Mixture != "" || own.Axioms == nil {
		return fmt.Sprint("set ", number) // a mixture reads bounds of its own
	}
	values := own.Config.Deciding(slices.Concat(earlier, late)...)
	delete(values, "gen.axioms")
	delete(values, "gen.delta_star")
	var names []string
	for _, a := range own.Axioms.All {
		names = append(names, a.String())
	}
	return hashed(values, strings.Join(names, "\n"), own.Axioms.Drawn)
}
