package main

import (
	"embed"
	"errors"
	"go/format"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/axiomine/axiomine/internal/errs"
)

//go:embed templates/*.txt
var templates embed.FS

// names are the forms of a name that templates use.
type names struct {
	Name     string // m-tdc, as it is typed
	File     string // m_tdc
	Go       string // mTdc
	Exported string // MTdc
}

var wellFormed = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$`)

func namesOf(name string) names {
	camel := ""
	for part := range strings.SplitSeq(name, "-") {
		camel += strings.ToUpper(part[:1]) + part[1:]
	}
	return names{name, strings.ToLower(strings.ReplaceAll(name, "-", "_")), strings.ToLower(name[:1]) + camel[1:], camel}
}

// fillName puts the name in a text.
func fillName(text, name string) string {
	var b strings.Builder
	template.Must(template.New("").Parse(text)).Execute(&b, namesOf(name)) // a Builder takes all
	return b.String()
}

// add writes one more of the axis below a folder, the module's root. Nothing is written where something is wrong.
func (a axis) add(root, name string) error {
	if !wellFormed.MatchString(name) || token.IsKeyword(namesOf(name).Go) {
		return errs.BadUsage("letters and digits, parts joined by dashes, no word of Go: NAME=tf-lnc", "%q is no name for %s", name, a.kind)
	}
	texts := map[string]string{} // by file
	for _, p := range a.places {
		text, err := p.text(root, name, texts)
		if err != nil {
			return err
		}
		texts[p.file(root, name)] = text
	}
	for file, text := range texts {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

func (p place) file(root, name string) string {
	return filepath.Join(root, filepath.FromSlash(fillName(p.path, name)))
}

// text returns the place's file with what is added; changed are files that got something already.
func (p place) text(root, name string, texts map[string]string) (string, error) {
	raw, err := templates.ReadFile(path.Join("templates", p.template))
	if err != nil {
		return "", err
	}
	text, file := fillName(string(raw), name), p.file(root, name)
	old, err := os.ReadFile(file)
	if now, is := texts[file]; is {
		old = []byte(now)
	}
	switch {
	case p.in == "" && err == nil:
		return "", errs.BadInput(file, 0, "choose another name", "the file is there already")
	case p.in == "" && !errors.Is(err, fs.ErrNotExist), p.in != "" && err != nil:
		return "", errs.CannotOpen(file, err)
	case p.in != "":
		if text, err = insert(file, string(old), p.in, text); err != nil {
			return "", err
		}
	}
	if path.Ext(p.path) != ".go" {
		return text, nil
	}
	source, err := format.Source([]byte(text))
	if err != nil {
		return "", errs.BadInput(file, 0, "mend templates/"+p.template, "it would be no Go: %v", err)
	}
	return string(source), nil
}

// insert puts lines at the end of a table: before the line that closes what the line with the opening text opens. In
// formatted code it is the first one that is indented like it and begins with a brace or a parenthesis.
func insert(file, text, opening, lines string) (string, error) {
	if strings.Contains(text, lines) {
		return "", errs.BadInput(file, 0, "choose another name", "its lines are there already")
	}
	i := strings.Index(text, opening)
	if i < 0 || strings.Contains(text[i+1:], opening) {
		return "", errs.BadInput(file, 0, "mend axes.go", "%q does not stand there once", opening)
	}
	begin := strings.LastIndexByte(text[:i], '\n') + 1
	indent := text[begin : begin+len(text[begin:])-len(strings.TrimLeft(text[begin:], "\t "))]
	for end := i + strings.IndexByte(text[i:], '\n') + 1; end > 0 && end < len(text); {
		line, _, _ := strings.Cut(text[end:], "\n")
		if rest, ok := strings.CutPrefix(line, indent); ok && rest != "" && strings.ContainsAny(rest[:1], ")}") {
			return text[:end] + lines + text[end:], nil
		}
		end += len(line) + 1
	}
	return "", errs.BadInput(file, 0, "mend axes.go", "what %q opens is not closed", opening)
}
