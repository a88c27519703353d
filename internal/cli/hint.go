package cli

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/spf13/cobra"
)

const hintMark = "; hint: "

var (
	clauseEnds = lazy.Regexp(`; |, or |, `)
	optionText = lazy.Regexp("(^|[\\s(\"'`])--(set [a-z][a-z0-9_]*|[a-z][a-z0-9-]*)")
)

// FitHint returns an error's message as a user of cmd needs it: its hint names no option that cmd lacks. Packages below the commands
// hint at what most of their users can do. Where cmd lacks such a flag or key and reads a configuration, the hint names the key; else
// that clause is left out, and --help is named where nothing else is left. Options after another command ("axiomine gen mine --part")
// stay, and so do those of other programs. What others give by --set stands as a flag where cmd has one of that name.
func FitHint(cmd *cobra.Command, message string) string {
	if cmd == nil {
		return message
	}
	body, hint, ok := strings.Cut(message, hintMark)
	body = settingText().ReplaceAllStringFunc(body, func(option string) string {
		name := flagOf(strings.TrimPrefix(option, "--"))
		if !HasFlag(cmd, name) {
			return option
		}
		return "--" + name
	})
	if !ok {
		return body
	}
	var rest strings.Builder
	for _, c := range clauses(hint) {
		text, fits := fitClause(cmd, c.text)
		switch {
		case !fits:
			continue
		case rest.Len() > 0:
			rest.WriteString(c.mark)
		}
		rest.WriteString(text)
	}
	if rest.Len() == 0 {
		return body + hintMark + "see " + cmd.CommandPath() + " --help"
	}
	return body + hintMark + rest.String()
}

// clause is a part of a hint, and what stands between it and the part before.
type clause struct{ mark, text string }

func clauses(hint string) (list []clause) {
	mark, begin := "", 0
	for _, loc := range clauseEnds().FindAllStringIndex(hint, -1) {
		list = append(list, clause{mark, hint[begin:loc[0]]})
		mark, begin = hint[loc[0]:loc[1]], loc[1]
	}
	return append(list, clause{mark, hint[begin:]})
}

// fitClause returns the clause with the options that cmd has: a flag in place of --set, or a key in place of what cmd lacks; fits is false
// where there is no such key or cmd reads no configuration.
func fitClause(cmd *cobra.Command, text string) (clause string, fits bool) {
	var b strings.Builder
	copyEnd := 0
	for _, loc := range optionText().FindAllStringSubmatchIndex(text, -1) {
		begin, name := loc[4]-len("--"), text[loc[4]:loc[5]]
		target := commandNamed(cmd, text[:begin])
		flag := flagOf(name)
		isSet := flag != name
		k, _ := keyOfFlag(target, flag)
		option := k.Name
		switch {
		case HasFlag(target, flag):
			option = "--" + flag
		case !isSet && !isFlag(cmd.Root(), name), isSet && configs.Lookup(target.Flags(), k) != nil:
			continue
		case option == "" || !HasFlag(cmd, configFlag):
			return "", false
		}
		b.WriteString(text[copyEnd:begin] + option)
		copyEnd = loc[5]
	}
	return b.String() + text[copyEnd:], true
}

// settingText is --set and a key, as texts name it.
var settingText = lazy.Regexp("--set [a-z][a-z0-9_]*")

// flagOf returns the flag that an option would be: the name itself, and that of the key for "set KEY".
func flagOf(name string) string {
	if key, isSet := strings.CutPrefix(name, configs.SetFlag+" "); isSet {
		return strings.ReplaceAll(key, "_", "-")
	}
	return name
}

// commandNamed returns the command that a text names last, such as "axiomine gen mine", "gen sample" or a noun at its end; else cmd.
func commandNamed(cmd *cobra.Command, text string) *cobra.Command {
	words := strings.Fields(text)
	target := cmd
	for i, word := range words {
		command := cmd.Root()
		rest := words[i:]
		if word == command.Name() {
			rest = rest[1:]
		}
		steps := 0
		for _, name := range rest {
			next := childNamed(command, name)
			if next == nil {
				break
			}
			command = next
			steps++
		}
		if steps > 1 || steps == 1 && (word == cmd.Root().Name() || i == len(words)-1) {
			target = command
		}
	}
	return target
}

func childNamed(cmd *cobra.Command, name string) *cobra.Command {
	for _, child := range cmd.Commands() {
		if child.Name() == name {
			return child
		}
	}
	return nil
}

// HasFlag reports whether a command has a flag that it shows, -h and those of the commands above it included.
func HasFlag(cmd *cobra.Command, name string) bool {
	flag := cmd.Flag(name)
	return name == "help" || flag != nil && !flag.Hidden
}

// isFlag reports whether a command or one below it has a flag.
func isFlag(cmd *cobra.Command, name string) bool {
	return HasFlag(cmd, name) || slices.ContainsFunc(cmd.Commands(), func(child *cobra.Command) bool { return isFlag(child, name) })
}
