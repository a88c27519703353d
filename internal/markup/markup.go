// Package markup finds and removes the markup of HTML in texts.
package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// elements maps names of HTML elements to whether their tags separate words. Names that code and formulas write between angle brackets,
// such as data, var and s, are left out.
var elements = func() map[string]bool {
	all := map[string]bool{}
	for _, name := range strings.Fields("address article aside blockquote body br caption center dd div dl dt fieldset figcaption figure " +
		"footer form h1 h2 h3 h4 h5 h6 head header hr html iframe img input legend li link meta nav noscript ol p pre script section " +
		"style table tbody td textarea tfoot th thead title tr ul video") {
		all[name] = true
	}
	for _, name := range strings.Fields("a abbr acronym b big cite code del em font i ins kbd mark small span strike strong sub sup tt u wbr") {
		all[name] = false
	}
	return all
}()

// Has reports whether a text holds a tag, a comment or an entity of HTML.
func Has(text string) bool {
	for _, rest, found := strings.Cut(text, "<"); found; _, rest, found = strings.Cut(rest, "<") {
		if end := strings.IndexByte(rest, '>'); end < 0 {
			break
		} else if strings.HasPrefix(rest, "!--") || strings.HasPrefix(rest, "![CDATA[") || isTag(rest[:end]) {
			return true
		}
	}
	for i := strings.IndexByte(text, '&'); i >= 0; i = strings.IndexByte(text, '&') {
		text = text[i:]
		if end := strings.IndexByte(text[:min(len(text), longestEntity)], ';'); end > 1 && html.UnescapeString(text[:end+1]) != text[:end+1] {
			return true
		}
		text = text[1:]
	}
	return false
}

// longestEntity is the maximum number of bytes of an entity that is looked for. Longer ones are mathematical signs.
const longestEntity = 12

// isTag reports whether inside, the text between angle brackets, is a tag of elements.
func isTag(inside string) bool {
	inside = strings.TrimPrefix(inside, "/")
	end := strings.IndexFunc(inside, func(r rune) bool { return unicode.IsSpace(r) || r == '/' })
	if end < 0 {
		end = len(inside)
	}
	_, isElement := elements[strings.ToLower(inside[:min(end, len("blockquote"))])] // the longest name that must match
	return isElement && end <= len("blockquote")
}

// Strip returns a text without HTML tags, comments, scripts and style sheets, the marks around CDATA, and soft hyphens, and replaces entities
// by their characters. The tag of a block becomes a line break. Unknown tags stay. A text without markup and soft hyphens is returned unchanged.
func Strip(text string) string {
	if Has(text) {
		text = stripTags(cdataMarks.Replace(text))
	}
	return strings.ReplaceAll(text, softHyphen, "")
}

// cdataMarks removes the marks around CDATA, a section of XML in which the text of a page stands.
var cdataMarks = strings.NewReplacer("<![CDATA[", "", "]]>", "")

// softHyphen marks where a word may be divided, and is not shown.
const softHyphen = "\u00ad"

// stripTags returns a text as Strip does, with soft hyphens.
func stripTags(text string) string {
	var out strings.Builder
	hidden, isHidden := "", false // content of a script or style sheet; it is text if no tag ends it
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		kind := z.Next()
		raw := string(z.Raw())
		switch kind {
		case html.ErrorToken:
			out.WriteString(hidden + html.UnescapeString(raw))
			return strings.TrimSpace(out.String())
		case html.TextToken:
			if isHidden {
				hidden += raw
			} else {
				out.WriteString(html.UnescapeString(raw))
			}
			continue
		case html.CommentToken:
			if !strings.HasPrefix(raw, "<!--") {
				out.WriteString(html.UnescapeString(raw))
			}
			continue
		case html.DoctypeToken:
			continue
		}
		bytes, _ := z.TagName()
		name := string(bytes)
		isBlock, isElement := elements[name]
		isHidden = kind == html.StartTagToken && (name == "script" || name == "style")
		if !isHidden {
			hidden = ""
			z.NextIsNotRawText()
		}
		switch last, _ := utf8.DecodeLastRuneInString(out.String()); {
		case !isElement || !strings.HasSuffix(raw, ">"):
			out.WriteString(html.UnescapeString(raw))
		case isBlock && out.Len() > 0 && !unicode.IsSpace(last):
			out.WriteByte('\n')
		}
	}
}
