package cli

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli/manual"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Help prints the help of a command: its purpose, examples, verbs and flags. With -h it prints the most important flags in at most
// briefLines lines, with --help all. Cobra uses it for all commands below the one on which it is set.
func Help(cmd *cobra.Command, args []string) {
	text := fullHelp(cmd)
	if slices.Contains(args, "-h") {
		text = briefHelp(cmd)
	}
	fmt.Fprint(cmd.OutOrStdout(), text)
}

// briefLines is the maximum number of lines of -h.
const briefLines = 30

// briefHelp returns the text of -h. If it has too many lines, it names verbs without descriptions.
func briefHelp(cmd *cobra.Command) string {
	flags := briefFlagsOf(cmd)
	intro, rest := opening(cmd)+"\nUsage: "+usage(cmd)+"\n", "\n"+listFlags(groupsOf(flags), "", briefText)+referToHelp(cmd, len(flags))
	if text := intro + verbs(cmd) + rest; strings.Count(text, "\n") <= briefLines {
		return text
	}
	return intro + verbNames(cmd) + rest
}

func usage(cmd *cobra.Command) string {
	if _, isNoun := cmd.Annotations[nounNote]; isNoun {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

// fullHelp returns the text of --help, with the long description and all flags. If there are many flags, those of -h are first.
func fullHelp(cmd *cobra.Command) string {
	var b strings.Builder
	b.WriteString(opening(cmd))
	if cmd.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", paragraphs(cmd.Long))
	}
	groups, rest := []flagGroup(nil), allFlags(cmd)
	if _, ok := cmd.Annotations[mainFlagsNote]; ok {
		first := briefFlagsOf(cmd)
		groups = append(groups, flagGroup{heading: firstHeading, flags: first})
		rest = slices.DeleteFunc(rest, func(f *pflag.Flag) bool { return slices.Contains(first, f) })
	}
	fmt.Fprintf(&b, "\nUsage:\n  %s\n%s%s", usage(cmd), verbs(cmd), listFlags(append(groups, groupsOf(rest)...), "\n", flagText))
	return b.String()
}

// opening returns the purpose of a command, and its examples.
func opening(cmd *cobra.Command) string {
	return strings.Join(manual.Wrap(cmd.Short, width), "\n") + "\n\nExamples:\n" + cmd.Example + "\n"
}

// referToHelp returns the lines that refer to further help. numShown is the number of flags that are already shown.
func referToHelp(cmd *cobra.Command, numShown int) string {
	text := "\nWords explained: axiomine help.\n"
	if all := len(allFlags(cmd)); all > numShown {
		text = fmt.Sprintf("\nAll %s: %s --help. Words explained: axiomine help.\n", terminal.Plural(all, "flag", "flags"), cmd.CommandPath())
	}
	if cmd.Flags().Lookup(configs.SetFlag) != nil {
		text += "All keys, as --set KEY=VALUE: axiomine help keys.\n"
	}
	return text
}

// availableVerbs returns the verbs of a command that its help shows.
func availableVerbs(cmd *cobra.Command) []*cobra.Command {
	return lists.Filter(cmd.Commands(), (*cobra.Command).IsAvailableCommand)
}

// verbs lists a command's verbs with their purposes.
func verbs(cmd *cobra.Command) string {
	list := availableVerbs(cmd)
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nCommands:\n")
	for _, verb := range list {
		indent := verb.NamePadding() + 3
		text := strings.Join(manual.Wrap(verb.Short, width-indent), "\n"+strings.Repeat(" ", indent))
		fmt.Fprintf(&b, "  %-*s %s\n", indent-3, verb.Name(), text)
	}
	return b.String()
}

// verbNames lists the names of a command's verbs alone.
func verbNames(cmd *cobra.Command) string {
	names := lists.Map(availableVerbs(cmd), (*cobra.Command).Name)
	if len(names) == 0 {
		return ""
	}
	return "\n" + strings.Join(manual.Wrap("Commands: "+strings.Join(names, ", "), width), "\n") + "\n"
}

// Headings of the help, for flags that set no key.
const (
	firstHeading  = "Flags to begin with"
	ownHeading    = "Flags"
	outputHeading = "Output"
	speechHeading = "Progress and messages"
)

// headingNote is the name of a flag's annotation that holds its heading. Flags without it are the command's own.
const headingNote = "axiomine_heading"

// nounNote is the name of the annotation of a command that only groups others.
const nounNote = "axiomine_noun"

// mainFlagsNote is the name of a command's annotation that holds the flags of its -h.
const mainFlagsNote = "axiomine_flags"

// MainFlags returns the annotation of a command that names the flags of its -h.
func MainFlags(names ...string) map[string]string {
	return map[string]string{mainFlagsNote: strings.Join(names, " ")}
}

// flagGroup is a heading with its flags.
type flagGroup struct {
	heading string
	flags   []*pflag.Flag
}

// allFlags lists the flags of a command, including --help.
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

// briefFlagsOf lists the flags that -h shows, in the order of the annotation mainFlagsNote.
func briefFlagsOf(cmd *cobra.Command) (list []*pflag.Flag) {
	names, ok := cmd.Annotations[mainFlagsNote]
	if !ok {
		return allFlags(cmd)
	}
	return lists.Map(strings.Fields(names), cmd.Flags().Lookup)
}

// groupsOf groups flags by heading. The command's own flags are first, the flags for messages last.
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
	sort.SliceStable(groups, func(i, j int) bool { return headingRanks[groups[i].heading] < headingRanks[groups[j].heading] })
	return slices.DeleteFunc(groups, func(g flagGroup) bool { return len(g.flags) == 0 })
}

// headingRanks holds the sort keys of headings that the table of keys does not order.
var headingRanks = map[string]int{ownHeading: -2, configs.InputHeading: -1, outputHeading: 1, speechHeading: 2}

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

func groupFlags(heading string, cmd *cobra.Command, names ...string) {
	for _, name := range names {
		// An error would mean that there is no such flag, which is impossible.
		_ = cmd.Flags().SetAnnotation(name, headingNote, []string{heading})
	}
}

// listFlags formats groups of flags, each below its heading with lead before it. describe returns a flag's description.
func listFlags(groups []flagGroup, lead string, describe func(*pflag.Flag) string) string {
	var b strings.Builder
	for _, g := range groups {
		b.WriteString(lead + g.heading + ":\n")
		for _, f := range g.flags {
			b.WriteString(entry(flagTerm(f), describe(f)))
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

// flagText returns a flag's description and its default.
func flagText(f *pflag.Flag) string {
	_, text := pflag.UnquoteUsage(f)
	return text + defaultText(f)
}

// briefText returns a flag's description in one line, with its default if there is room.
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

// defaultText returns a flag's default in the form of help; "" if it has none.
func defaultText(f *pflag.Flag) string {
	if slices.Contains([]string{"", "0", "false", "[]"}, f.DefValue) {
		return ""
	}
	return " (default " + f.DefValue + ")"
}

// width is the number of columns that help fits in.
const width = 80

// textColumn is the column at which the text after a term begins.
const textColumn = 28

// entry returns a term with its text beside the term, or below a long term.
func entry(term, text string) string {
	lines := manual.Wrap(text, width-textColumn)
	head := term + strings.Repeat(" ", max(0, textColumn-len(term)))
	if len(term) >= textColumn {
		head = term + "\n" + strings.Repeat(" ", textColumn)
	}
	return head + strings.Join(lines, "\n"+strings.Repeat(" ", textColumn)) + "\n"
}

// clauseEnd matches the places where a text can be cut.
var clauseEnd = lazy.Regexp(`[,;:] | \(`)

// shorten cuts a text, outside of brackets, so that it fits on a line beside its term.
func shorten(text string) string {
	const most = width - textColumn
	short := text
	for _, loc := range clauseEnd().FindAllStringIndex(text, -1) {
		if head := text[:loc[0]]; len(text) > most && loc[0] <= most && strings.Count(head, "(") == strings.Count(head, ")") {
			short = text[:loc[0]]
		}
	}
	return short
}

// paragraphs wraps a text paragraph by paragraph, ignoring its own line ends.
func paragraphs(text string) string {
	var out []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		out = append(out, strings.Join(manual.Wrap(strings.Join(strings.Fields(paragraph), " "), width), "\n"))
	}
	return strings.Join(out, "\n\n")
}

// HelpCommand returns the command help, which shows a page (help TOPIC), the help of a command (help COMMAND..), or, without arguments,
// the topics. Other words are an error.
func HelpCommand(topics []manual.Page) *cobra.Command {
	cmd := &cobra.Command{Use: "help [TOPIC|COMMAND..]", Short: "explain a word or a file, or show a command's flags",
		Example: "  axiomine help ratio\n  axiomine help train eval"}
	for _, t := range topics {
		cmd.ValidArgs = append(cmd.ValidArgs, t.Name)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			fmt.Fprint(cmd.OutOrStdout(), topicList(topics))
			return nil
		}
		if i := slices.IndexFunc(topics, func(t manual.Page) bool { return t.Name == topicName(args[0]) }); i >= 0 && len(args) == 1 {
			fmt.Fprint(cmd.OutOrStdout(), topics[i].Text(width))
			return nil
		}
		command, rest, err := cmd.Root().Find(args)
		if err != nil || len(rest) > 0 {
			var words []string
			if !command.HasParent() {
				words = cmd.ValidArgs
			}
			if pages := pagesWith(topics, rest[0]); len(words) > 0 && len(pages) > 0 && errs.Suggestion(rest[0], words...) == "" {
				return errs.BadUsage("the word is in axiomine help "+strings.Join(pages, ", axiomine help "), "no topic is called %q", rest[0])
			}
			return unknownCommand(command, rest[0], words)
		}
		return command.Help()
	}
	return cmd
}

// pagesWith returns the names of at most three pages that contain a word.
func pagesWith(topics []manual.Page, word string) (names []string) {
	pattern := regexp.MustCompile(`(?i)(^|[^\w-])` + regexp.QuoteMeta(word) + `s?($|[^\w-])`)
	for _, t := range topics {
		if len(names) < 3 && pattern.MatchString(t.Short+"\n"+t.Text(0)) {
			names = append(names, t.Name)
		}
	}
	return names
}

// topicName returns the page's name for a word that may also be a flag's or a file's name.
func topicName(word string) string {
	name := strings.ToLower(word)
	switch {
	case strings.HasSuffix(name, ".json"):
		return "records"
	case name == "delta-star", name == "delta_star":
		return "axioms"
	}
	return name
}

// topicList returns the names of the pages as one text.
func topicList(topics []manual.Page) string {
	var b strings.Builder
	b.WriteString("Topics (axiomine help TOPIC):\n")
	for _, t := range topics {
		fmt.Fprintf(&b, "  %-16s %s\n", t.Name, t.Short)
	}
	b.WriteString("\nThe commands: axiomine -h, axiomine COMMAND -h, axiomine COMMAND --help.\n")
	return b.String()
}
