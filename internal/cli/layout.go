package cli

import (
	"regexp"
	"strings"
)

// width is the number of columns that help fits in.
const width = 80

// textColumn is where the text behind a term begins.
const textColumn = 28

// wrap breaks text between words into lines of at most room bytes, by which tools count that know no UTF-8: terminal.Wrap counts
// columns. A longer word has a line of its own.
func wrap(text string, room int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) <= room:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// entry returns a term with its text beside it, or below where the term is long.
func entry(term, text string) string {
	lines := wrap(text, width-textColumn)
	head := term + strings.Repeat(" ", max(0, textColumn-len(term)))
	if len(term) >= textColumn {
		head = term + "\n" + strings.Repeat(" ", textColumn)
	}
	return head + strings.Join(lines, "\n"+strings.Repeat(" ", textColumn)) + "\n"
}

// part is where a text can end early.
var part = regexp.MustCompile(`[,;:] | \(`)

// shorten returns as much of a text as fits on a line beside its term. It ends outside of brackets.
func shorten(text string) string {
	const room = width - textColumn
	short := text
	for _, loc := range part.FindAllStringIndex(text, -1) {
		if head := text[:loc[0]]; len(text) > room && loc[0] <= room && strings.Count(head, "(") == strings.Count(head, ")") {
			short = text[:loc[0]]
		}
	}
	return short
}

// shellWord is a word of a command line, whatever is quoted in it.
var shellWord = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)

// fold breaks a command line that is too long before a flag or behind a pipe, as a shell reads it on.
func fold(line string) string {
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	words := shellWord.FindAllString(line, -1)
	var lines []string
	now := indent + words[0]
	for i, word := range words[1:] {
		previous := words[i] // of word
		last := i+2 == len(words)
		part := word
		if strings.HasPrefix(word, "-") && !last && !strings.HasPrefix(words[i+2], "-") {
			part += " " + words[i+2] // its value stays with it
		}
		switch {
		case previous == "|" && len(now)+1+len(strings.Join(words[i+1:], " ")) > width:
			lines, now = append(lines, now), indent+"    "+word
		case strings.HasPrefix(word, "-") && len(now)+1+len(part)+2 > width:
			lines, now = append(lines, now+` \`), indent+"    "+word
		default:
			now += " " + word
		}
	}
	return strings.Join(append(lines, now), "\n")
}

// examples returns a command's examples, folded.
func examples(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = fold(line)
	}
	return strings.Join(lines, "\n")
}

// hanging is a line that begins with a term, two spaces or more behind it.
var hanging = regexp.MustCompile(`^( *\S+ {2,})(\S.*)$`)

// paragraphs returns a text's lines, each wrapped below its first word, or below the text behind its term.
func paragraphs(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		head, body := line[:len(line)-len(strings.TrimLeft(line, " "))], line
		if parts := hanging.FindStringSubmatch(line); parts != nil {
			head, body = parts[1], parts[2]
		}
		out = append(out, head+strings.Join(wrap(body, width-len(head)), "\n"+strings.Repeat(" ", len(head))))
	}
	return strings.Join(out, "\n")
}
