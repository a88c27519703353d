package manual

import (
	"strings"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// renderMarkdown formats a page's Markdown for a terminal: headings, paragraphs, lists, code and tables. A table row of two cells is one
// row; other rows become their first cell with the others below. Lines have at most width columns, except code and long words.
func renderMarkdown(markdown string, width int) string {
	t := &rendering{width: width}
	for line := range strings.Lines(markdown) {
		t.line(strings.TrimRight(line, "\n"))
	}
	t.flush()
	return strings.TrimLeft(t.out.String(), "\n")
}

// rendering is the state of renderMarkdown.
type rendering struct {
	out        strings.Builder
	width      int
	block      []string // the words of the current paragraph or list item
	indent     string   // prefix of every line of the block except the first
	bullet     string   // prefix of the first line of the block
	heads      []string // the heads of the current table's columns; nil outside tables
	fenced     bool     // whether the current line is inside a block of code
	needsBlank bool     // whether an empty line must precede the next line
}

// line formats one line of Markdown.
func (t *rendering) line(line string) {
	bare := strings.TrimSpace(line)
	switch {
	case strings.HasPrefix(bare, "```"):
		t.flush()
		t.fenced = !t.fenced
	case t.fenced, strings.HasPrefix(line, "    ") && len(t.block) == 0:
		t.write("  " + strings.TrimPrefix(line, "  "))
	case bare == "":
		t.flush()
		t.heads, t.needsBlank = nil, t.out.Len() > 0
	case strings.HasPrefix(line, "#"):
		t.flush()
		t.needsBlank = t.out.Len() > 0
		t.heading(line)
	case strings.HasPrefix(line, "|"):
		t.flush()
		t.row(line)
	case strings.HasPrefix(line, "- "):
		t.flush()
		t.bullet, t.indent = "- ", "  "
		t.block = strings.Fields(plain(line[2:]))
	default:
		t.block = append(t.block, strings.Fields(plain(line))...)
	}
}

func (t *rendering) heading(line string) {
	text := plain(strings.TrimLeft(line, "# "))
	rule := "-"
	if strings.HasPrefix(line, "# ") {
		rule = "="
	}
	t.write(text)
	t.write(strings.Repeat(rule, min(t.width, utf8.RuneCountInString(text))))
	t.needsBlank = true
}

// secondColumn is the column of the second cell of a table row with two cells.
const secondColumn = 24

// row writes a row of a table: the heads, the rule below them, or cells.
func (t *rendering) row(line string) {
	cells := cellsOf(line)
	switch {
	case strings.Trim(line, "|-: ") == "" && t.heads != nil:
	case t.heads == nil:
		t.heads = cells
	case len(cells) == 2 && len(cells[0]) < secondColumn-3:
		t.paragraph(cells[1], "  "+cells[0]+strings.Repeat(" ", secondColumn-2-len(cells[0])), strings.Repeat(" ", secondColumn))
	default:
		t.paragraph(cells[0], "  ", "  ")
		for i, cell := range cells[1:] {
			if cell == "" {
				continue
			}
			if i+1 < len(t.heads) && len(t.heads) > 2 {
				cell = t.heads[i+1] + ": " + cell
			}
			t.paragraph(cell, "      ", "      ")
		}
	}
}

// separator matches an unescaped bar between cells.
var separator = lazy.Regexp(`(^|[^\\])\|`)

func cellsOf(line string) []string {
	line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|")
	cells := strings.Split(separator().ReplaceAllString(line, "$1\x00"), "\x00")
	return lists.Map(cells, func(cell string) string { return strings.TrimSpace(plain(cell)) })
}

// link matches a Markdown link and captures its text.
var link = lazy.Regexp(`\[([^\]]*)\]\([^)]*\)`)

// plain removes Markdown from a line: code, bold, italics, links, escapes.
func plain(line string) string {
	parts := strings.Split(line, "`")
	for i := range parts {
		if i%2 == 0 || i == len(parts)-1 { // outside code
			text := link().ReplaceAllString(parts[i], "$1")
			text = strings.NewReplacer(`\*`, "*", "**", "", "&lt;", "<").Replace(text)
			parts[i] = emphasis().ReplaceAllString(text, "$1$2")
		}
		parts[i] = strings.ReplaceAll(parts[i], `\|`, "|")
	}
	return strings.Join(parts, "")
}

// emphasis matches words in italics.
var emphasis = lazy.Regexp(`(^|\s)\*(\w[^*]*\w)\*`)

// flush writes the current paragraph or list item, if any.
func (t *rendering) flush() {
	if len(t.block) > 0 {
		t.paragraph(strings.Join(t.block, " "), t.bullet, t.indent)
	}
	t.block, t.bullet, t.indent = nil, "", ""
}

// paragraph writes wrapped text. The first line begins with first, the others with further, of the same length.
func (t *rendering) paragraph(text, first, further string) {
	for _, line := range Wrap(text, t.width-len(first)) {
		t.write(strings.TrimRight(first+line, " "))
		first = further
	}
}

// Wrap breaks text between words into lines of at most width columns. A longer word has a line of its own.
func Wrap(text string, width int) []string {
	return strings.Split(terminal.Wrap(strings.Join(strings.Fields(text), " "), width, 0), "\n")
}

func (t *rendering) write(line string) {
	if t.needsBlank {
		t.out.WriteString("\n")
		t.needsBlank = false
	}
	t.out.WriteString(line + "\n")
}
