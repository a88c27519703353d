package grid

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// Cell is what a cell is made of, by two digests. Cells are equal if one of them is. An empty digest equals none.
type Cell struct {
	Data  string `json:"data,omitempty"`  // of the rows in any order, and of how they are written
	Files string `json:"files,omitempty"` // of the files' names and SHA-256
}

// NamedCell is a cell of a list, with the first one that it equals.
type NamedCell struct {
	Cell
	Equals int `json:"equals,omitempty"` // the number, from 1, of the first cell with the same data or the same files
}

// Text returns the settings of a cell of some kind, and the cell that it equals.
func (c *NamedCell) Text(settings, kind string) string {
	if c.Equals > 0 {
		settings += fmt.Sprintf(" (the data of %s %d)", kind, c.Equals)
	}
	return settings
}

// NameEqual sets Equals of every cell, and counts those that equal none before them.
func NameEqual(cells []*NamedCell) (different int) {
	list := make([]Cell, len(cells))
	for i, c := range cells {
		list[i] = c.Cell
	}
	equal := Equal(list)
	for i, c := range cells {
		c.Equals = equal[i]
	}
	return CountDifferent(equal)
}

// Extend returns the cell's digests together with those of what else decides its result.
func (c Cell) Extend(more ...any) Cell {
	together := func(digest string) string {
		if digest == "" {
			return ""
		}
		return stage.Hash(append([]any{digest}, more...)...)
	}
	return Cell{together(c.Data), together(c.Files)}
}

// Together returns the digests of a cell that is made of several. One without a digest leaves none.
func Together(list []Cell) Cell {
	together := func(digest func(Cell) string) string {
		var all []string
		for _, c := range list {
			all = append(all, digest(c))
		}
		if len(all) == 0 || slices.Contains(all, "") {
			return ""
		}
		return stage.Hash(all)
	}
	return Cell{together(func(c Cell) string { return c.Data }), together(func(c Cell) string { return c.Files })}
}

// Equals reports whether cells are equal.
func (c Cell) Equals(other Cell) bool { return Equal([]Cell{other, c})[1] > 0 }

// Equal returns for each cell the number, from 1, of the first cell that it equals, or 0 where none before it does.
func Equal(cells []Cell) []int {
	firsts := [2]map[string]int{{}, {}} // by the digest of the data, and of the files
	equal := make([]int, len(cells))
	for i, c := range cells {
		digests := [2]string{c.Data, c.Files}
		for kind, digest := range digests {
			if first := firsts[kind][digest]; first > 0 && (equal[i] == 0 || first < equal[i]) {
				equal[i] = first
			}
		}
		for kind, digest := range digests {
			if digest != "" && firsts[kind][digest] == 0 {
				firsts[kind][digest] = cmp.Or(equal[i], i+1)
			}
		}
	}
	return equal
}

// CountDifferent counts the cells that equal none before them.
func CountDifferent(equal []int) (n int) {
	for _, first := range equal {
		if first == 0 {
			n++
		}
	}
	return n
}

// axiomKeys say which axioms there are and how they are bound, in one of several ways.
var axiomKeys = []string{"gen.axioms", "gen.delta_star"}

// SettingsCell returns a cell that equals those of which their settings already say that they are equal: the same axioms with the same
// bounds, whichever key gave them, and the same values of all other keys that decide something, files by their whole paths. It equals none
// where settings alone do not tell.
func SettingsCell(c *configs.Config) (Cell, error) {
	axioms, err := quota.ParseAxioms(&c.Gen)
	if err != nil || c.Gen.Mixture != "" || axioms == nil {
		return Cell{}, err // a mixture reads bounds of its own
	}
	values := map[string]string{}
	for _, k := range configs.Keys() {
		if k.Decides != configs.Nothing && k.Name != "train.choose" && !slices.Contains(axiomKeys, k.Name) { // a cell is one of the choices
			values[k.Name] = fmt.Sprint(k.Get(c))
		}
	}
	var names []string
	for _, a := range axioms.All {
		names = append(names, a.String())
	}
	return Cell{Data: stage.Hash(values, strings.Join(names, "\n"), axioms.Drawn)}, nil
}

// rowStages decide what rows are drawn from and how they are written.
var rowStages = append(slices.Clone(sharedStages), configs.Shards)

// DataDigest returns the digest of what a trainer gets of a set: its rows and the values that decide how they are written. Names of axioms
// hold bounds and decide nothing, and neither does the order of the rows, which is drawn from these names.
func DataDigest(data *dataset.Data, config *configs.Config) (string, error) {
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
		raw, err := json.Marshal(row)
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

// FilesDigest returns the digest of the rows' files, which are equal where another setting wrote the same bytes.
func FilesDigest(m *shard.Manifest) string {
	sum := sha256.New()
	for _, f := range m.Shards {
		fmt.Fprintln(sum, f.Path, f.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
