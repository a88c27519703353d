package corpus

import _ "embed" // the page

// FormatsPage is FORMATS.md, the description of all formats that are read, as Markdown.
//
//go:embed FORMATS.md
var FormatsPage string
