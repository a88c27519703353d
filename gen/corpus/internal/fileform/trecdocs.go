package fileform

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
)

// Reasons of the TREC reader.
const (
	noDocno       = "document without DOCNO"
	noDocEnd      = "document without </DOC>"
	UnknownEntity = "unknown entities, kept as they are written"
)

// textTags are the content tags of the text in newswire collections. The value false means that a tag is not of the title. DD and DATE are
// read only if Options.DocFields names them; they then belong to the text.
var textTags = map[string]bool{"TEXT": false, "LP": false, "LEADPARA": false}

// TrecSkips reports whether a folder of TREC disks 4 and 5 is skipped, because it holds no documents, or the Congressional Record.
func TrecSkips(folder string) bool {
	return slices.Contains([]string{"cr", "dtd", "dtds"}, strings.ToLower(folder))
}

// contentTags returns the tags that are read. A value is true for a tag of the title. The fields title and text mean all tags of the title
// and of the text. Any other field is the name of a tag.
func contentTags(fields []string) map[string]bool {
	read := map[string]bool{}
	if len(fields) == 0 {
		fields = []string{"title", "text"}
	}
	for _, field := range fields {
		switch tag := strings.ToUpper(field); tag {
		case "TITLE":
			maps.Copy(read, corpus.TitleTags)
		case "TEXT":
			maps.Copy(read, textTags)
		case "URL":
		default:
			read[tag] = corpus.TitleTags[tag]
		}
	}
	return read
}

// readTRECDocs reads SGML documents by scanning for tags. They are not XML: they have no root, unescaped & and <, and tags that are not
// closed. A <DOC> at the beginning of a line ends a document without </DOC>.
func readTRECDocs(s *sourcefile.Source, _ Options, emit func(corpus.Doc, int) error) error {
	p := sgml{tags: contentTags(s.DocFields)}
	return eachBlock(s, "DOC", noDocEnd, func(body []byte, begin int) error {
		d, unknown, bad := p.document(body)
		if bad != "" {
			return s.Skip(begin, bad)
		}
		s.Rep.Remark(UnknownEntity, unknown, s.Path, begin)
		return emit(d, begin)
	})
}

// eachBlock calls visit with each block, the text after the name of an opening tag up to the closing tag, and with the line on which it
// begins. An opening tag <DOC> within a line of a DOC is text. noEnd is the reason to skip a block that does not end.
func eachBlock(s *sourcefile.Source, tag, noEnd string, visit func(body []byte, begin int) error) error {
	var body []byte
	begin := 0 // line of the open block; 0 when none is open
	for {
		line, err := s.Next()
		if err == io.EOF {
			if begin > 0 {
				return s.Skip(begin, noEnd)
			}
			return nil
		}
		if err == nil && begin > 0 {
			err = s.CheckSize(len(body)+len(line), begin)
		}
		for err == nil {
			pos, closing := findTag(line, tag)
			if pos < 0 {
				if begin > 0 {
					body = append(append(body, line...), '\n')
				}
				break
			}
			prefix, rest := line[:pos], line[pos+1:]
			line = rest
			switch {
			case closing && begin > 0:
				err = visit(append(body, prefix...), begin)
				begin = 0
			case closing: // a closing tag without an opening tag
			case begin > 0 && tag == "DOC" && len(bytes.TrimSpace(prefix)) > 0:
				body = append(append(body, prefix...), '<')
			default:
				if begin > 0 {
					err = s.Skip(begin, noEnd)
				}
				begin, body = s.Line, body[:0]
			}
		}
		if err != nil {
			return err
		}
	}
}

// findTag returns the offset of the first opening or closing tag with a name, in any case and with or without attributes, and -1 if there
// is none. closing is true for a closing tag.
func findTag(line []byte, name string) (pos int, closing bool) {
	for pos < len(line) {
		next := bytes.IndexByte(line[pos:], '<')
		if next < 0 {
			break
		}
		pos += next
		text := line[pos+1:]
		if closing = len(text) > 0 && text[0] == '/'; closing {
			text = text[1:]
		}
		if isTag(text, name) {
			return pos, closing
		}
		pos++
	}
	return -1, false
}

// isTag reports whether text, which follows a < or </, begins with a tag's whole name, in any case.
func isTag(text []byte, name string) bool {
	n := len(name)
	if len(text) < n || !strings.EqualFold(string(text[:n]), name) {
		return false
	}
	return len(text) == n || text[n] == '>' || sourcefile.IsSpace(text[n])
}

// document returns the document of the text between <DOC and </DOC>, and the number of its unknown entities. bad is the reason if it cannot
// be read.
func (p *sgml) document(body []byte) (d corpus.Doc, unknown int, bad string) {
	id, rest := docno(body)
	if len(id) == 0 {
		return d, 0, noDocno
	}
	*p = sgml{tags: p.tags, title: p.title[:0], body: p.body[:0], part: p.part[:0]}
	p.scan(body)
	if web := p.header && !p.textTag; web || !p.tagged {
		// A page of a web collection has a DOCHDR, then HTML, where only the title is a content tag.
		*p = sgml{tags: p.tags, title: p.title[:0], body: p.body[:0], part: p.part[:0], whole: true, web: web}
		p.scan(rest)
	}
	return corpus.Doc{ID: string(id), Title: string(p.title), Text: string(p.body)}, p.unknown, ""
}

// docno returns the id of a document, without white space around it, and the text after it. If DOCNO is not closed, the id is its first
// word.
func docno(body []byte) (id, rest []byte) {
	pos, closing := findTag(body, "DOCNO")
	if pos < 0 || closing {
		return nil, nil
	}
	_, rest, _ = bytes.Cut(body[pos:], []byte(">"))
	if end := bytes.IndexByte(rest, '<'); end >= 0 && bytes.HasPrefix(rest[end:], []byte("</")) && isTag(rest[end+2:], "DOCNO") {
		return bytes.TrimSpace(rest[:end]), rest[end:]
	}
	rest = bytes.TrimLeft(rest, " \t\r\n")
	end := bytes.IndexAny(rest, " \t\r\n<")
	if end < 0 {
		end = len(rest)
	}
	return rest[:end], rest[end:]
}
