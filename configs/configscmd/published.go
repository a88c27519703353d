package configscmd

import (
	"encoding/csv"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/shown"
	"github.com/spf13/cobra"
)

func newPublished() *cobra.Command {
	return command.New(command.NoFlags(runPublished), &cobra.Command{
		Use:       "published PRESET",
		ValidArgs: configs.Presets(),
		Short:     "print what was published of a preset's experiment, as CSV",
		Args:      command.Args(1, 1, "a file or preset"),
		Example:   "  axiomine configs published klose-3\n  axiomine configs published rennings-diagnose > rennings.csv",
	})
}

// runPublished prints what sources report of an experiment.
func runPublished(cmd *cobra.Command, args []string) error {
	loaded, err := configs.Load(args[0], nil)
	if err != nil {
		return err
	}
	out := csv.NewWriter(cmd.OutOrStdout())
	_ = out.Write([]string{"of", "measure", "value", "within", "where", "source"}) // Flush says what went wrong
	for _, p := range loaded.Published {
		value, within := "", ""
		if p.Of != "" {
			value = strconv.FormatFloat(p.Value, 'f', -1, 64)
		}
		if p.Within > 0 {
			within = strconv.FormatFloat(p.Within, 'f', -1, 64)
		}
		_ = out.Write(shown.Cells([]string{p.Of, p.Measure, value, within, conditions(p.Where), p.Source}))
	}
	out.Flush()
	return out.Error()
}

// conditions gives "gen.made=all train.gating=idf".
func conditions(where map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(where)) {
		list = append(list, key+"="+where[key])
	}
	return strings.Join(list, " ")
}
