package configscmd

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/spf13/cobra"
)

func newPublished() *cobra.Command {
	return cli.New(&publishedOptions{}, &cobra.Command{
		Use:       "published PRESET",
		ValidArgs: configs.Presets(),
		Short:     "print what was published of a preset's experiment, as CSV",
		Args:      cli.Args(1, 1, "a file or preset"),
		Example:   "  axiomine configs published klose-3\n  axiomine configs published rennings-diagnose > rennings.csv",
	})
}

// publishedOptions are those of published: CSV is what it prints where no form is asked for.
type publishedOptions struct{ cli.Form }

func (o *publishedOptions) Flags(cmd *cobra.Command) { o.Add(cmd) }

func (o *publishedOptions) Run(cmd *cobra.Command, args []string) error {
	l, err := configs.Load(args[0], nil)
	if err != nil {
		return err
	}
	results := table.Single(publishedTable(l))
	if o.Text() {
		return results.CSV(cmd.OutOrStdout())
	}
	return o.Show(cmd, results)
}

// publishedTable returns what sources report of an experiment.
func publishedTable(l *configs.LoadedConfig) *table.Table {
	t := &table.Table{Name: "published", Columns: append(append(table.Left("of", "measure"), table.Right("value", "within")...),
		table.Left("where", "source")...)}
	for _, p := range l.Published {
		value, tolerance := table.None, table.None
		if p.Subject != "" {
			value = strconv.FormatFloat(p.Value, 'f', -1, 64)
		}
		if p.HalfWidth != nil {
			tolerance = strconv.FormatFloat(*p.HalfWidth, 'f', -1, 64)
		}
		t.Add(p.Subject, p.Measure, value, tolerance, conditions(p.Where), p.Source)
	}
	return t
}

// conditions returns "gen.made=all train.gating=idf".
func conditions(where map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(where)) {
		list = append(list, key+"="+where[key])
	}
	return strings.Join(list, " ")
}
