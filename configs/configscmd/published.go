package configscmd

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/results"
	"github.com/spf13/cobra"
)

func newPublished() *cobra.Command {
	return command.New(&publishedOptions{}, &cobra.Command{
		Use:       "published PRESET",
		ValidArgs: configs.Presets(),
		Short:     "print what was published of a preset's experiment, as CSV",
		Args:      command.Args(1, 1, "a file or preset"),
		Example:   "  axiomine configs published klose-3\n  axiomine configs published rennings-diagnose > rennings.csv",
	})
}

// publishedOptions are those of published: CSV is what it prints where no form is asked for.
type publishedOptions struct{ command.Form }

func (o *publishedOptions) Flags(cmd *cobra.Command) { o.Add(cmd) }

func (o *publishedOptions) Run(cmd *cobra.Command, args []string) error {
	loaded, err := configs.Load(args[0], nil)
	if err != nil {
		return err
	}
	found := results.Of(published(loaded))
	if o.Text() {
		return found.CSV(cmd.OutOrStdout())
	}
	return o.Show(cmd, found)
}

// published is what sources report of an experiment.
func published(l *configs.Loaded) *results.Table {
	t := &results.Table{Name: "published", Columns: append(append(results.Left("of", "measure"), results.Right("value", "within")...),
		results.Left("where", "source")...)}
	for _, p := range l.Published {
		value, within := results.None, results.None
		if p.Of != "" {
			value = strconv.FormatFloat(p.Value, 'f', -1, 64)
		}
		if p.Within > 0 {
			within = strconv.FormatFloat(p.Within, 'f', -1, 64)
		}
		t.Add(p.Of, p.Measure, value, within, conditions(p.Where), p.Source)
	}
	return t
}

// conditions gives "gen.made=all train.gating=idf".
func conditions(where map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(where)) {
		list = append(list, key+"="+where[key])
	}
	return strings.Join(list, " ")
}
