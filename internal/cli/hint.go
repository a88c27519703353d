package cli

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/spf13/cobra"
)

// hintMark separates an error's message from its hint.
const hintMark = "; hint: "

// Patterns in hints: ends of clauses, options of any command, --set with a key, and names of our commands.
var (
	clauseEnds   = lazy.Regexp(`; |, or |, `)
	optionText   = lazy.Regexp("(?:^|[\\s(\"'`])--(set [a-z][a-z0-9_]*|[a-z][a-z0-9-]*)")
	settingText  = lazy.Regexp("--set [a-z][a-z0-9_]*")
	otherCommand = lazy.Regexp(`\baxiomine (?:gen|train|tokenize|axioms|audit|configs|demo|serve)\b|\b(?:gen|train|tokenize|axioms|configs) (?:[a-z]+ )?--`)
)

// FitHint returns an error's message with a hint that fits cmd, since packages write hints that fit most commands. FitHint removes clauses
// with an option that cmd lacks, and names --help if no clause remains. It keeps options after another command ("axiomine gen mine --part")
// and options of other programs. It replaces "--set key" by a flag if cmd has a flag of that name.
func FitHint(cmd *cobra.Command, message string) string {
	if cmd == nil {
		return message
	}
	message = settingText().ReplaceAllStringFunc(message, func(option string) string {
		if flag := flagOf(strings.TrimPrefix(option, "--")); HasFlag(cmd, flag) {
			return "--" + flag
		}
		return option
	})
	body, hint, ok := strings.Cut(message, hintMark)
	if !ok {
		return body
	}
	rest, marks := "", append([]string{""}, clauseEnds().FindAllString(hint, -1)...)
	for i, clause := range clauseEnds().Split(hint, -1) {
		switch {
		case !fitsCommand(cmd, clause):
		case rest == "":
			rest = clause
		default:
			rest += marks[i] + clause
		}
	}
	if rest == "" {
		rest = "see " + cmd.CommandPath() + " --help"
	}
	return body + hintMark + rest
}

// fitsCommand reports whether cmd has all options of a clause that are ours, or the clause names another command.
func fitsCommand(cmd *cobra.Command, clause string) bool {
	if otherCommand().MatchString(clause) {
		return true
	}
	return !slices.ContainsFunc(optionText().FindAllStringSubmatch(clause, -1), func(match []string) bool {
		flag := flagOf(match[1])
		if flag == match[1] {
			return !HasFlag(cmd, flag) && isFlag(cmd.Root(), flag)
		}
		k, _ := keyOfFlag(cmd, flag)
		return !HasFlag(cmd, flag) && configs.Lookup(cmd.Flags(), k) == nil
	})
}

// flagOf returns the flag's name for an option. For "set KEY" it is the key's flag, and for another option the option itself.
func flagOf(name string) string {
	if key, isSet := strings.CutPrefix(name, configs.SetFlag+" "); isSet {
		return strings.ReplaceAll(key, "_", "-")
	}
	return name
}

// HasFlag reports whether a command shows a flag in its help, inherited flags and --help included.
func HasFlag(cmd *cobra.Command, name string) bool {
	flag := cmd.Flag(name)
	return name == "help" || flag != nil && !flag.Hidden
}

// isFlag reports whether a command or one below it has a flag.
func isFlag(cmd *cobra.Command, name string) bool {
	return HasFlag(cmd, name) || slices.ContainsFunc(cmd.Commands(), func(child *cobra.Command) bool { return isFlag(child, name) })
}
