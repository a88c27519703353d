package cli

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Headings of the help, for flags that set no key.
const (
	firstHeading  = "Flags to begin with"
	ownHeading    = "Flags"
	outputHeading = "Output"
	speechHeading = "Progress and messages"
)

// headingNote is the annotation of a flag that holds its heading; one without is the command's own.
const headingNote = "axiomine_heading"

// nounNote is the annotation of a command that only groups others.
const nounNote = "axiomine_noun"

// matterNote is the annotation of a command that holds the flags of its -h.
const matterNote = "axiomine_flags"

// Matter names the flags that -h shows of a command with more than briefFlags: the annotations of that command.
func Matter(names ...string) map[string]string {
	return map[string]string{matterNote: strings.Join(names, " ")}
}

// flagGroup are flags below a heading.
type flagGroup struct {
	heading string
	flags   []*pflag.Flag
}

// allFlags lists the flags of a command, --help with them.
func allFlags(cmd *cobra.Command) (list []*pflag.Flag) {
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f)
		}
	})
	return list
}

// mattering lists the flags of a command's -h, in the order of its annotation.
func mattering(cmd *cobra.Command) (list []*pflag.Flag) {
	names, ok := cmd.Annotations[matterNote]
	if !ok {
		return allFlags(cmd)
	}
	for _, name := range strings.Fields(names) {
		list = append(list, cmd.Flags().Lookup(name))
	}
	return list
}

// groupsOf sorts flags by heading: a command's own ones first, those of its speech last.
func groupsOf(flags []*pflag.Flag) []flagGroup {
	groups := []flagGroup{{heading: ownHeading}}
	for _, f := range flags {
		heading := headingOf(f)
		i := slices.IndexFunc(groups, func(g flagGroup) bool { return g.heading == heading })
		if i < 0 {
			i = len(groups)
			groups = append(groups, flagGroup{heading: heading})
		}
		groups[i].flags = append(groups[i].flags, f)
	}
	slices.SortStableFunc(groups, func(a, b flagGroup) int { return places[a.heading] - places[b.heading] })
	return slices.DeleteFunc(groups, func(g flagGroup) bool { return len(g.flags) == 0 })
}

// places of headings that do not stand in the order of the keys.
var places = map[string]int{ownHeading: -2, configs.InputHeading: -1, outputHeading: 1, speechHeading: 2}

func headingOf(f *pflag.Flag) string {
	if k, ok := configs.KeyOf(f); ok {
		return k.Heading
	}
	if note := f.Annotations[headingNote]; len(note) == 1 {
		return note[0]
	}
	if f.Name == "help" || f.Name == "version" {
		return speechHeading
	}
	return ownHeading
}

// groupFlags sets the heading of flags.
func groupFlags(heading string, cmd *cobra.Command, names ...string) {
	for _, name := range names {
		// The error says that there is no such flag, which cannot be.
		_ = cmd.Flags().SetAnnotation(name, headingNote, []string{heading})
	}
}

// listFlags formats groups of flags with what they do.
func listFlags(groups []flagGroup) string {
	var b strings.Builder
	for _, g := range groups {
		b.WriteString("\n" + g.heading + ":\n")
		for _, f := range g.flags {
			b.WriteString(entry(flagTerm(f), flagText(f)))
		}
	}
	return b.String()
}

// briefly formats groups of flags with a line for each.
func briefly(groups []flagGroup) string {
	var b strings.Builder
	for _, g := range groups {
		b.WriteString(g.heading + ":\n")
		for _, f := range g.flags {
			b.WriteString(entry(flagTerm(f), briefText(f)))
		}
	}
	return b.String()
}

// flagTerm returns how a flag is written: "  -o, --output VALUE".
func flagTerm(f *pflag.Flag) string {
	term := "      --" + f.Name
	if f.Shorthand != "" {
		term = "  -" + f.Shorthand + ", --" + f.Name
	}
	value := placeholder(f)
	switch {
	case value != "" && f.NoOptDefVal != "":
		term += "[=" + value + "]"
	case value != "":
		term += " " + value
	}
	return term
}

// placeholders stand for the values of flags that set no key, by pflag's names of their types.
var placeholders = map[string]string{
	"string": "VALUE", "strings": "VALUE,..", "stringArray": "VALUE", "int": "N", "uint": "N", "ints": "N,..", "float": "X", "floats": "X,..",
	"float64Slice": "X,..",
}

func placeholder(f *pflag.Flag) string {
	if k, ok := configs.KeyOf(f); ok {
		return k.Placeholder()
	}
	name, _ := pflag.UnquoteUsage(f)
	if placeholder, ok := placeholders[name]; ok {
		return placeholder
	}
	return name
}

// flagText returns what a flag does, and its default.
func flagText(f *pflag.Flag) string {
	_, text := pflag.UnquoteUsage(f)
	return text + defaultText(f)
}

// briefText returns what a flag does in one line, and its default where there is room.
func briefText(f *pflag.Flag) string {
	_, text := pflag.UnquoteUsage(f)
	if k, ok := configs.KeyOf(f); ok && k.Brief != "" {
		text = k.Brief
	}
	if all := text + defaultText(f); len(all) <= width-textColumn {
		return all
	}
	return shorten(text)
}

// defaultText names a default that is more than nothing.
func defaultText(f *pflag.Flag) string {
	if slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue) {
		return ""
	}
	return " (default " + f.DefValue + ")"
}
