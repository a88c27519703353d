package manual

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const introduction = `
What a key decides is the earliest stage whose result it can change; *nothing* is speed alone.
`

var kindNames = map[reflect.Kind]string{
	reflect.String: "text", reflect.Int: "whole number", reflect.Float64: "number", reflect.Bool: "true, false",
}

// keysPage returns the guide with a table of keys for each section, and the table of the bounds on inputs (safefile.Budgets).
func keysPage() string {
	var page strings.Builder
	page.WriteString(file("topics/keys.md")() + introduction)
	noun := ""
	for _, k := range configs.Keys() {
		if k.Noun() != noun {
			noun = k.Noun()
			fmt.Fprintf(&page, "\n## %s\n\n| key | flag | default | values | decides | meaning |\n|---|---|---|---|---|---|\n", noun)
		}
		cells := []string{quote(k.Name), quote(k.Option()), quote(k.Default), valuesText(k), decidesText(k), k.Help()}
		for i, cell := range cells {
			cells[i] = strings.NewReplacer("|", `\|`, "<", "&lt;", "*", `\*`).Replace(cell)
		}
		fmt.Fprintf(&page, "| %s |\n", strings.Join(cells, " | "))
	}
	page.WriteString(budgetsIntroduction)
	for _, b := range safefile.Budgets {
		flag := b.Flag
		if strings.HasPrefix(flag, "--") {
			flag = quote(flag)
		}
		fmt.Fprintf(&page, "| %s | %s | %s | %s |\n", b.Subject, groupNumbers(b.Most), flag, b.Consequence)
	}
	return page.String()
}

const budgetsIntroduction = `
## Limits on what is read

A larger input is an error that names the limit. An input below 1 MiB takes at most 512 MiB of memory and 5 seconds to read; the fuzz tests
of the readers fail beyond. There is one exception, a long text in a packed file. One row of 60 MB took gen and audit up to 1.1 GB and 7
CPU-seconds.

Memory after reading grows with the candidates, about 50 bytes each: 10 million took 480 MiB. Time grows with the queries and the square of
their candidates.

| what | at most | flag | beyond |
|---|---|---|---|
`

// longNumber matches a number that needs separators of thousands.
var longNumber = lazy.Regexp(`\d{4,}`)

// groupNumbers returns a text with its numbers in groups of three digits.
func groupNumbers(text string) string {
	return longNumber().ReplaceAllStringFunc(text, func(digits string) string {
		n, _ := strconv.Atoi(digits) // fits: the text prints an int
		return terminal.Group(n)
	})
}

// quote returns a word of the command line in Markdown; nothing for an empty one.
func quote(word string) string {
	if word == "" {
		return ""
	}
	return "`" + word + "`"
}

// valuesText describes what the key takes: its choices, its bounds, or its kind.
func valuesText(k configs.Key) string {
	kind := kindNames[k.Kind]
	switch {
	case k.Range != nil:
		return kind + ", " + k.Range.String()
	case len(k.Choices) == 0:
		return kind
	}
	var parts []string
	for _, c := range k.Choices {
		parts = append(parts, quote(c.Value+c.Form))
	}
	if k.Open {
		parts = append(parts, "..")
	}
	return strings.Join(parts, " ")
}

// decidesText describes the key's stage: "vocabulary; documents with gen.tokenizer: wordpiece".
func decidesText(k configs.Key) string {
	if k.Sooner == nil {
		return k.Decides.String()
	}
	return fmt.Sprintf("%v; %v with %s: %s", k.Decides, k.Sooner.Stage, k.Sooner.Key, k.Sooner.Value)
}
