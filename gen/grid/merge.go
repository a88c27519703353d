package grid

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/export"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Merge makes one record of those that the parts of a grid left in folders: every data set, with its folder from out's place.
func Merge(l *configs.LoadedConfig, out *result.Dir, command string, folders []string) (*DataSets, error) {
	groups, grid, err := setGrid(l)
	if err != nil {
		return nil, err
	}
	cells := 0
	for _, g := range groups {
		cells += len(g.cells)
	}
	r := &DataSets{SchemaVersion: sweepSchema, Command: command, Versions: configs.Versions(), Grid: grid}
	for _, pattern := range folders {
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
				manifest := filepath.Join(folder, filepath.FromSlash(s.Dir), export.ShardsDir, "manifest.json")
				if _, sum, err := stage.Checksum(manifest); err != nil || sum != s.Manifest {
					return nil, errs.BadInput(path, 0, "make the part again with --resume", "the manifest of set %d is not the one it wrote", s.Number)
				}
				place, err := filepath.Rel(out.FinalPath("."), filepath.Join(folder, filepath.FromSlash(s.Dir)))
				if err != nil {
					return nil, err
				}
				s.Dir = filepath.ToSlash(place)
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
