package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/spf13/cobra"
)

// Topic is a page that help shows beside the commands.
type Topic struct {
	Name  string
	Short string // what it is about, in a line
	Text  func(width int) string
}

// HelpCommand returns the command help TOPIC or help COMMAND..: a page, or the help of a command. Without an argument it lists the topics.
// What is neither is refused.
func HelpCommand(topics []Topic) *cobra.Command {
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
		if i := slices.IndexFunc(topics, func(t Topic) bool { return t.Name == topicName(args[0]) }); i >= 0 && len(args) == 1 {
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

// pagesWith returns the first topics, three at most, whose pages hold a word: first those that say so in their line, then the page that
// explains words.
func pagesWith(topics []Topic, word string) (names []string) {
	pattern := regexp.MustCompile(`(?i)(^|[^\w-])` + regexp.QuoteMeta(word) + `s?($|[^\w-])`)
	var ranks [3][]string
	for _, t := range topics {
		switch {
		case pattern.MatchString(t.Short):
			ranks[0] = append(ranks[0], t.Name)
		case !pattern.MatchString(t.Text(0)):
		case t.Name == "words":
			ranks[1] = append(ranks[1], t.Name)
		default:
			ranks[2] = append(ranks[2], t.Name)
		}
	}
	names = slices.Concat(ranks[:]...)
	return names[:min(3, len(names))]
}

// topicName returns the name of a page that is asked for by the name of a flag or of a file, too.
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

// topicList names the pages.
func topicList(topics []Topic) string {
	var b strings.Builder
	b.WriteString("Topics (axiomine help TOPIC):\n")
	for _, t := range topics {
		fmt.Fprintf(&b, "  %-16s %s\n", t.Name, t.Short)
	}
	b.WriteString("\nThe commands: axiomine -h, axiomine COMMAND -h, axiomine COMMAND --help.\n")
	return b.String()
}

// unknownCommand returns an error with the command below cmd, or the other word, that is spelled most like the word given, if one is.
func unknownCommand(cmd *cobra.Command, word string, words []string) error {
	all := slices.Clone(words)
	for _, verb := range available(cmd) {
		all = append(all, verb.Name())
	}
	hint := errs.Suggestion(word, all...) + "see " + cmd.CommandPath() + " --help"
	if len(words) > 0 {
		return errs.BadUsage(errs.Suggestion(word, all...)+"axiomine help lists the topics, axiomine -h the commands",
			"there is no topic or command %q", word)
	}
	return errs.BadUsage(hint, "unknown command %q for %s", word, cmd.CommandPath())
}
