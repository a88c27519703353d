package tabular

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
)

// alikeQuotes makes the beginnings of lists by JSON and by Python equal.
var alikeQuotes = strings.NewReplacer("'", `"`, " ", "")

// isWrittenList reports whether a text is a list, or an object, as JSON, Python and NumPy write them.
func isWrittenList(text string) bool {
	begin, end := alikeQuotes.Replace(text[:min(len(text), 8)]), text[len(text)-1]
	switch {
	case text == "[]":
		return true
	case end == ']':
		if strings.HasPrefix(begin, `["`) || strings.HasPrefix(begin, `[{"`) || strings.HasPrefix(begin, `[["`) {
			return true
		}
		_, ok := parseList(text)
		return ok
	}
	return end == '}' && strings.HasPrefix(begin, `{"`)
}

// parseList returns the texts and numbers of a list that is written as JSON, Python or NumPy write it; ok is false for another text.
func parseList(text string) (items []string, ok bool) {
	rest, isOpened := strings.CutPrefix(strings.TrimSpace(text), "[")
	rest, isClosed := strings.CutSuffix(rest, "]")
	if !isOpened || !isClosed {
		return nil, false
	}
	for {
		if rest = strings.TrimLeft(rest, " \t\n,"); rest == "" {
			return items, true
		}
		item, n := "", 0
		switch quote := rest[0]; quote {
		case '"', '\'':
			for n = 1; n < len(rest) && rest[n] != quote; n++ {
				if rest[n] == '\\' {
					n++
				}
			}
			if n >= len(rest) {
				return nil, false
			}
			if item, ok = unquote(rest[1:n], quote); !ok {
				return nil, false
			}
			n++
		default:
			if n = strings.IndexAny(rest, ", \t\n"); n < 0 {
				n = len(rest)
			}
			word := rest[:n]
			if _, isNumber := ParseNumber(word, false); !isNumber && !slices.Contains([]string{"true", "false", "True", "False"}, word) {
				return nil, false
			}
			item = celltext.WholeSpelling(word)
		}
		if rest = rest[n:]; rest != "" && !strings.ContainsRune(", \t\n", rune(rest[0])) {
			return nil, false
		}
		items = append(items, item)
	}
}

// unquote returns the text between quotes, as JSON reads it. It also reads Python's quotes and escapes of single quotes.
func unquote(inner string, quote byte) (text string, ok bool) {
	if !strings.ContainsAny(inner, "\\\n\t\"") {
		return inner, true
	}
	if quote == '\'' {
		inner = strings.ReplaceAll(strings.ReplaceAll(inner, `\'`, "'"), `"`, `\"`)
	}
	inner = strings.NewReplacer("\n", `\n`, "\t", `\t`, `\'`, "'").Replace(inner)
	return text, json.Unmarshal([]byte(`"`+inner+`"`), &text) == nil
}

// parseLists parses the texts of columns whose texts are all written lists.
func (p *Plan) parseLists(values []Cells) {
	for i, isList := range p.written {
		if c := &values[i]; isList && len(c.Texts) == 1 && !c.Listed {
			items, ok := parseList(c.Texts[0])
			if !ok && p.Form.DocumentIDs {
				items = separatedIDs(c.Texts[0])
			}
			if ok || items != nil {
				*c = Cells{Texts: items, Listed: true}
			}
		}
	}
}

// tellLists finds the columns whose texts are all written lists. A column of lists that hold others, or of objects, is an error, unless it
// was named: documents may be objects.
func (p *Plan) tellLists() error {
	p.written = make([]bool, len(p.Names))
	hasLists := false
	for i, k := range p.kinds {
		if k.lists == 0 || k.lists+k.missing < k.all {
			continue
		}
		isText := i == p.Query || slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text == i || d.id == i })
		switch {
		case k.flat == k.lists:
			p.written[i], hasLists = true, true
		case isText && !p.given.includes(p.Names[i]):
			return errs.BadInput(p.file, 0, p.listHint(), "each cell of the column %s is one text that looks like a list or an object", p.Names[i])
		}
	}
	if hasLists {
		return p.countKinds()
	}
	return nil
}

// listScript is Python that writes the rows of a file as JSON lines, with the lists in columns that are written as texts.
const listScript = `python3 -c "import ast, csv, json; csv.field_size_limit(1 << 27); [print(json.dumps({k: ast.literal_eval(v) if k in NAMES and v else v for k, v in ` +
	`r.items()})) for r in csv.DictReader(open('FILE', newline='', encoding='utf-8-sig')TAB)]" > NEW.jsonl`

// listHint returns what to do with columns of texts that look like lists. For CSV and TSV it is the line that writes them as JSON.
func (p *Plan) listHint() string {
	var names []string
	for i, k := range p.kinds {
		if name := "'" + p.Names[i] + "'"; k.lists > 0 && k.lists+k.missing >= k.all && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	ending := filepath.Ext(p.file)
	if tab, is := map[string]string{".csv": "", ".tsv": `, delimiter='\t'`}[strings.ToLower(ending)]; is {
		return "write the lists as such: " + strings.NewReplacer("NAMES", "["+strings.Join(names, ", ")+"]", "FILE", p.file, "TAB", tab,
			"NEW", strings.TrimSuffix(p.file, ending)).Replace(listScript)
	}
	return `write the lists as such: parse them, then to_json("rows.jsonl", orient="records", lines=True) of pandas; ` +
		"to read them as texts, name the column with --columns"
}

// tellTriples finds whether all sets of the head have three texts, of which the last is a negative, as SPECTER's in embedding-data.
func (p *Plan) tellTriples() error {
	if !p.Form.isSet || p.docs[0].label >= 0 {
		return nil
	}
	for values := range p.head(p.Names[p.Query]) {
		if len(values[0].Texts) != 3 {
			return nil
		}
	}
	name, negative := p.Names[p.Query], p.newDoc()
	negative.text, negative.judged = len(p.Names), true
	p.Names, p.docs = append(p.Names, name), append(p.docs, negative)
	p.Columns.find(PositiveRole, name).remark = " (the second of three)"
	p.Columns.read = append(p.Columns.read, reading{role: NegativeRole, name: name, remark: " (the last)"})
	return nil
}

// tellInstructions finds out whether a query is a list of two texts in each row, the first of which repeats, or is one for the positive and
// another for the negative: an instruction and a text, as INSTRUCTOR and E5 were trained with. The second text is read, of documents too
// that are such lists.
func (p *Plan) tellInstructions() {
	if p.Query < 0 || !p.given.IsOpen() || p.Form.columns != "" || p.Form.turns {
		return
	}
	rows, firsts, isOne := 0, map[string]bool{}, len(p.docs) > 1
	second := make([]bool, len(p.Names))
	for i := range second {
		second[i] = i == p.Query || slices.ContainsFunc(p.docs, func(d docColumns) bool { return d.text == i })
	}
	for values := range p.head(p.Names...) {
		rows++
		for i := range values {
			second[i] = second[i] && values[i].isPair()
		}
		if second[p.Query] {
			firsts[values[p.Query].Texts[0]] = true
		}
		for _, d := range p.docs {
			isOne = isOne && d.text >= 0 && second[d.text] && values[d.text].Texts[0] == values[p.docs[0].text].Texts[0]
		}
	}
	for i := range second {
		if second[i] && second[p.Query] && (len(firsts) < rows || isOne) {
			p.readPlace(i, 1, " (the second of two texts, behind an instruction)")
		}
	}
}

// readPlace makes a column be read by the text at one place of its lists, and adds a remark on that.
func (p *Plan) readPlace(column, place int, remark string) {
	p.tuples = append(p.tuples, [2]int{column, place})
	for i := range p.Columns.read {
		if r := &p.Columns.read[i]; r.name == p.Names[column] {
			r.remark += remark
		}
	}
}

// isPair reports whether the texts are a list of two, or lists of two in a list.
func (c *Cells) isPair() bool {
	for i, place := range c.Places {
		if len(place) != 2 || place[1] != i%2 {
			return false
		}
	}
	return c.Listed && len(c.Texts) == 2 || len(c.Places) > 0 && len(c.Places)%2 == 0
}

// takePlace keeps only the text at a place of a list of two texts, or of each list in a list.
func (c *Cells) takePlace(place int) {
	if c.Places == nil && (!c.Listed || len(c.Texts) != 2) {
		return
	}
	texts := []string{}
	for i, text := range c.Texts {
		if path := c.place(i); path[len(path)-1] == place {
			texts = append(texts, text)
		}
	}
	*c = Cells{Texts: texts, Listed: c.Places != nil}
}
