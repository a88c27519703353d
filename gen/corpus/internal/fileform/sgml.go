package fileform

import (
	"bytes"
	"html"
	"strings"

	"github.com/axiomine/axiomine/internal/lazy"
)

// sgml reads the title and the text of a TREC document, in time linear in the document's length. A section is the part inside a content
// tag.
type sgml struct {
	tags  map[string]bool // content tags in capitals; true for tags of the title
	whole bool            // true if all text is read, not only text inside content tags
	web   bool            // true if, with whole, <TITLE> is a content tag of the title

	tagged  bool // true once a content tag occurred
	textTag bool // true once a content tag of the text occurred
	header  bool // true once a DOCHDR occurred
	unknown int  // number of unknown entities, which are kept unchanged

	title, body []byte
	part        []byte           // text of the open section
	open        string           // tag of the open section; "" outside sections
	isTitle     bool             // true if the open section belongs to the title
	closes      map[string][]int // offsets of closing tags, computed once per name
}

// scan reads text once, tag by tag.
func (p *sgml) scan(text []byte) {
	noComment := false // true once no --> follows
	for i := 0; i < len(text); {
		next := bytes.IndexByte(text[i:], '<')
		if next < 0 {
			p.add(text[i:])
			break
		}
		p.add(text[i : i+next])
		i += next
		if !noComment && bytes.HasPrefix(text[i:], []byte("<!--")) {
			if end := bytes.Index(text[i:], []byte("-->")); end >= 0 {
				p.space()
				i += end + len("-->")
				continue
			}
			noComment = true
		}
		name, closing, size := tagAt(text[i:])
		if size == 0 {
			p.add(text[i : i+1])
			i++
			continue
		}
		i += p.tag(text, i, name, closing, size)
	}
	p.end()
}

// tagAt parses the tag at the beginning of text and returns its name and size in bytes. size is 0 if the < is text. The name of a
// declaration is empty.
func tagAt(text []byte) (name []byte, closing bool, size int) {
	end := bytes.IndexAny(text[1:], "<>") + 1
	if end == 0 || text[end] == '<' {
		return nil, false, 0
	}
	name = text[1:end]
	if len(name) > 0 && (name[0] == '!' || name[0] == '?') {
		return nil, false, end + 1
	}
	if closing = len(name) > 0 && name[0] == '/'; closing {
		name = name[1:]
	}
	if len(name) == 0 || !isLetter(name[0]) {
		return nil, false, 0
	}
	if space := bytes.IndexAny(name, " \t\r\n/"); space >= 0 {
		name = name[:space]
	}
	return name, closing, end + 1
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// tag handles the tag of size bytes at text[pos] and returns the number of bytes to advance: size, or more for a DOCHDR.
func (p *sgml) tag(text []byte, pos int, name []byte, closing bool, size int) int {
	upper := bytes.ToUpper(name)
	if string(upper) == "DOCHDR" && !closing {
		p.header = true
		p.space()
		if end := p.closing(text, "DOCHDR", pos); end >= 0 {
			return end - pos
		}
		return size
	}
	title, content := p.tags[string(upper)]
	if p.whole {
		title, content = true, p.web && string(upper) == "TITLE"
	}
	switch {
	case p.open != "" && closing && string(upper) == p.open:
		p.end()
	case content && !closing && (p.open == "" || p.closing(text, p.open, pos) < 0):
		p.end()
		p.open, p.isTitle, p.tagged = string(upper), title, true
		p.textTag = p.textTag || !title
	default:
		p.space()
	}
	return size
}

// closing returns the offset of the first closing tag with a name at or after start, and -1 if there is none. start must not become less.
func (p *sgml) closing(text []byte, name string, start int) int {
	places, ok := p.closes[name]
	if !ok {
		for i := start; ; i++ {
			next := bytes.Index(text[i:], []byte("</"))
			if next < 0 {
				break
			}
			i += next
			if isTag(text[i+2:], name) {
				places = append(places, i)
			}
		}
	}
	for len(places) > 0 && places[0] < start {
		places = places[1:]
	}
	if p.closes == nil {
		p.closes = map[string][]int{}
	}
	p.closes[name] = places
	if len(places) == 0 {
		return -1
	}
	return places[0]
}

// add appends text to the open section and decodes its entities.
func (p *sgml) add(text []byte) {
	if p.open == "" && !p.whole {
		return
	}
	for {
		amp := bytes.IndexByte(text, '&')
		if amp < 0 {
			p.part = append(p.part, text...)
			return
		}
		p.part = append(p.part, text[:amp]...)
		letters, size, ok := decodeEntity(text[amp:])
		if !ok {
			p.unknown++
		}
		p.part = append(p.part, letters...)
		text = text[amp+size:]
	}
}

// space appends a space in place of a tag.
func (p *sgml) space() {
	if p.open != "" || p.whole {
		p.part = append(p.part, ' ')
	}
}

// end ends the open section and adds its text to the title or the text, after a newline if that is not empty.
func (p *sgml) end() {
	dst := &p.body
	if p.open != "" && p.isTitle {
		dst = &p.title
	}
	if part := bytes.TrimSpace(p.part); len(part) > 0 {
		if len(*dst) > 0 {
			*dst = append(*dst, '\n')
		}
		*dst = append(*dst, part...)
	}
	p.part, p.open = p.part[:0], ""
}

// longestEntity is the size of the longest name of an HTML entity, with its & and ;.
const longestEntity = len("&CounterClockwiseContourIntegral;")

// entityForm matches an entity with a name or a number. No character has a longer number.
var entityForm = lazy.Regexp(`^&(?:[A-Za-z][A-Za-z0-9]*|#0*[0-9]{1,8}|#[xX]0*[0-9A-Fa-f]{1,6});$`)

// decodeEntity returns the letters of the entity at the beginning of text, which begins with &, and its size in bytes. ok is false for an
// unknown entity, which it returns unchanged. If there is no entity, it returns "&". Numbers from 128 to 159 are codes of windows-1252, as
// in HTML. The entity hyph occurs only on the TREC disks.
func decodeEntity(text []byte) (letters string, size int, ok bool) {
	end := bytes.IndexByte(text[:min(len(text), longestEntity)], ';')
	if end < 2 {
		return "&", 1, true
	}
	whole := string(text[:end+1])
	switch isEntity := entityForm().MatchString(whole); {
	case !isEntity && whole[1] != '#':
		return "&", 1, true
	case !isEntity:
		return whole, end + 1, false
	case whole == "&hyph;":
		return "-", end + 1, true
	}
	letters = html.UnescapeString(whole)
	// As in HTML, UnescapeString may decode the beginning of an unknown name: &notit; becomes ¬it;
	if len(letters) > 1 && strings.HasSuffix(letters, ";") || letters == "\ufffd" {
		return whole, end + 1, false
	}
	return letters, end + 1, true
}
