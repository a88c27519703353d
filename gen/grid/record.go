package grid

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"sort"
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// DataSets is the record of a grid of data sets, kept as sweep.json.
type DataSets struct {
	SchemaVersion int               `json:"schema_version"`
	Command       string            `json:"command"`
	Versions      map[string]string `json:"versions"`
	Grid          string            `json:"grid"`           // a hash of all settings, the same in all parts of a grid
	Part          string            `json:"part,omitempty"` // the part of the grid, such as 2/7; empty for the whole
	Different     int               `json:"different"`      // number of sets that differ in their data
	Sets          []DataSet         `json:"sets"`
}

// DataSet is a cell of the grid: a folder as axiomine gen leaves it, without index and candidates.
type DataSet struct {
	Number   int               `json:"number"` // the number in the grid, from 1
	Settings map[string]string `json:"settings"`
	Dir      string            `json:"dir"`             // folder relative to the record's folder
	Command  string            `json:"command"`         // command that makes this data set only
	Asked    string            `json:"asked"`           // the requested amounts, in words
	Drawn    string            `json:"drawn"`           // the drawn amounts, in words
	Rows     map[string]int    `json:"rows"`            // number of rows of each split and test set
	Pools    []DrawnPool       `json:"pools"`           // requested and drawn numbers of the pools of the training split
	Unmet    []account.Unmet   `json:"unmet,omitempty"` // the requested amounts that are not reached
	stage.NamedCell
	Manifest string `json:"manifest"` // the SHA-256 of shards/manifest.json
}

// DrawnPool compares the requested number of an axiom's pairs with the drawn number.
type DrawnPool struct {
	Axiom     string `json:"axiom"`
	Wanted    int    `json:"wanted"`
	Taken     int    `json:"taken"`
	Shortfall int    `json:"shortfall"`
}

const (
	sweepSchema = 2            // version of the record's schema
	sweepName   = "sweep.json" // file of the record
)

// write writes the record with the sets in the order of their numbers. Equal sets have the number of the first one.
func (r *DataSets) write(out *result.Dir) error {
	sort.Slice(r.Sets, func(i, j int) bool { return r.Sets[i].Number < r.Sets[j].Number })
	cells := make([]*stage.NamedCell, len(r.Sets))
	for i := range r.Sets {
		cells[i] = &r.Sets[i].NamedCell
	}
	r.Different = stage.NameEqual(cells)
	for _, c := range cells {
		if c.Equals > 0 {
			c.Equals = r.Sets[c.Equals-1].Number // an index into r.Sets becomes a number of the grid
		}
	}
	batch := out.Batch()
	batch.WriteJSON(sweepName, r)
	return batch.Finish("sweep", r.Grid)
}

// CountText returns the number of sets and, if some are equal, the number of different ones.
func (r *DataSets) CountText() string {
	return terminal.Different(len(r.Sets), r.Different, "set", "sets")
}

// Table returns the record as a table: a row per data set.
func (r *DataSets) Table() *table.Table {
	t := &table.Table{Name: "sets", Columns: append(table.Right("set"), table.Left("settings", "drawn", "dir")...)}
	for _, s := range r.Sets {
		t.Add(strconv.Itoa(s.Number), configs.SettingsOf(s.Settings).String(), s.Text(s.Drawn, "set"), s.Dir)
	}
	return t
}

// Merge writes and returns one record from the records of the parts of a grid. patterns match the folders of the parts.
func Merge(l *configs.LoadedConfig, out *result.Dir, command string, patterns []string) (*DataSets, error) {
	groups, grid, err := checkGrid(l)
	if err != nil {
		return nil, err
	}
	cells := 0
	for _, g := range groups {
		cells += len(g.cells)
	}
	r := &DataSets{SchemaVersion: sweepSchema, Command: command, Versions: configs.Versions(), Grid: grid}
	for _, pattern := range patterns {
		matches, err := filepath.Glob(pattern)
		if err != nil || len(matches) == 0 {
			return nil, errs.BadUsage("name the folders that gen sweep --part wrote", "no part of a sweep at %s", pattern)
		}
		for _, folder := range matches {
			path := filepath.Join(folder, sweepName)
			if err := result.CheckUnchanged(folder, func(path string) bool { return path == sweepName }); err != nil {
				return nil, err
			}
			part, err := readSweep(path)
			if err != nil {
				return nil, err
			}
			if part.Grid != grid {
				return nil, errs.BadInput(path, 0, "make the part again with this configuration and these files",
					"it is a part of another grid, or of one with other input files")
			}
			for _, s := range part.Sets {
				if slices.ContainsFunc(r.Sets, func(t DataSet) bool { return t.Number == s.Number }) {
					return nil, errs.BadInput(path, 0, "name each part once", "set %d is in two parts", s.Number)
				}
				manifest := filepath.Join(folder, filepath.FromSlash(s.Dir), dataset.ShardsDir, "manifest.json")
				if _, sum, err := stage.Checksum(manifest); err != nil || sum != s.Manifest {
					return nil, errs.BadInput(path, 0, "make the part again with --resume", "the manifest of set %d is not the one it wrote", s.Number)
				}
				dir, err := filepath.Rel(out.FinalPath("."), filepath.Join(folder, filepath.FromSlash(s.Dir)))
				if err != nil {
					return nil, err
				}
				s.Dir = filepath.ToSlash(dir)
				r.Sets = append(r.Sets, s)
			}
		}
	}
	if len(r.Sets) != cells {
		return nil, errs.BadUsage("name the folders of all parts", "the parts hold %d of the grid's %s", len(r.Sets), terminal.Plural(cells,
			"set", "sets"))
	}
	return r, r.write(out)
}

func readSweep(path string) (*DataSets, error) {
	raw, err := safefile.ReadFile(path, safefile.Whole)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	r := &DataSets{}
	if err := json.Unmarshal(raw, r); err != nil || r.SchemaVersion != sweepSchema {
		return nil, errs.BadInput(path, 0, "make it with axiomine gen sweep", "no record of a sweep of data sets")
	}
	for _, s := range r.Sets {
		if !filepath.IsLocal(filepath.FromSlash(s.Dir)) {
			return nil, errs.BadInput(path, 0, "make it with axiomine gen sweep", "set %d lies outside its folder", s.Number)
		}
	}
	return r, nil
}
