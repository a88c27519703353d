package grid

import (
	"github.com/axiomine/axiomine/configs"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// DataSets is the record of a grid of data sets, sweep.json: one line each for what was asked for, what was drawn, and its folder.
type DataSets struct {
	SchemaVersion int               `json:"schema_version"`
	Command       string            `json:"command"`
	Versions      map[string]string `json:"versions"`
	Grid          string            `json:"grid"`           // a key of all settings, which parts of one grid share
	Part          string            `json:"part,omitempty"` // of the grid, as 2/7
	Different     int               `json:"different"`      // how many sets differ in their data
	Sets          []DataSet         `json:"sets"`
}

// DataSet is a cell of the grid: a folder as axiomine gen leaves it, without index and candidates.
type DataSet struct {
	Number   int               `json:"number"` // in the grid, from 1
	Settings map[string]string `json:"settings"`
	Dir      string            `json:"dir"`     // from the record's folder
	Command  string            `json:"command"` // gives the same rows alone
	Asked    string            `json:"asked"`
	Drawn    string            `json:"drawn"`
	Rows     map[string]int    `json:"rows"`            // by split or test set
	Pools    []DrawnPool       `json:"pools"`           // of the training split
	Unmet    []account.Unmet   `json:"unmet,omitempty"` // amounts that were asked and are not reached
	NamedCell
	Manifest string `json:"manifest"` // SHA-256 of shards/manifest.json
}

// DrawnPool is what an axiom was asked for and what it gave.
type DrawnPool struct {
	Axiom     string `json:"axiom"`
	Wanted    int    `json:"wanted"`
	Taken     int    `json:"taken"`
	Shortfall int    `json:"shortfall"`
}

const (
	sweepSchema = 2
	sweepName   = "sweep.json"
)

func (r *DataSets) write(out *result.Dir) error {
	slices.SortFunc(r.Sets, func(a, b DataSet) int { return a.Number - b.Number })
	cells := make([]*NamedCell, len(r.Sets))
	for i := range r.Sets {
		cells[i] = &r.Sets[i].NamedCell
	}
	r.Different = NameEqual(cells)
	for _, c := range cells {
		if c.Equals > 0 {
			c.Equals = r.Sets[c.Equals-1].Number // parts have some of the sets
		}
	}
	f, err := out.WriteJSON(sweepName, r)
	if err != nil {
		return err
	}
	return out.Finish("sweep", r.Grid, []result.File{f})
}

// CountText returns how many sets there are, and how many of them differ where some are equal.
func (r *DataSets) CountText() string { return countText(len(r.Sets), r.Different) }

func countText(all, different int) string { return terminal.Different(all, different, "set", "sets") }

// Table returns the record for a person.
func (r *DataSets) Table() *table.Table {
	t := &table.Table{Name: "sets", Columns: append(table.Right("set"), table.Left("settings", "drawn", "dir")...)}
	for _, s := range r.Sets {
		t.Add(strconv.Itoa(s.Number), configs.SettingsOf(s.Settings).String(), s.Text(s.Drawn, "set"), s.Dir)
	}
	return t
}
