package corpus

import _ "embed" // the page

// FormatsPage is FORMATS.md: what the readers take, as Markdown.
//
//go:embed FORMATS.md
var FormatsPage string
