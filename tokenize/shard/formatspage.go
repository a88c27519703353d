package shard

import _ "embed" // the page

// FormatsPage is FORMATS.md: every output format with its files and columns, as Markdown.
//
//go:embed FORMATS.md
var FormatsPage string
