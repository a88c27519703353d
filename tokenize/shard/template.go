package shard

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// TemplateText returns the text of a template: of a named template, or of a file.
func TemplateText(nameOrFile string) (string, error) {
	if text, ok := format.Lookup(nameOrFile); ok {
		return text, nil
	}
	names := strings.Join(format.NameList(), ", ")
	raw, err := safefile.ReadFile(nameOrFile, safefile.Template)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errs.BadUsage(errs.Suggestion(nameOrFile, format.NameList()...)+"name a file, or one of "+names,
			"tokenize.template: there is no template %q", nameOrFile)
	}
	if err != nil {
		return "", errs.CannotOpen(nameOrFile, err)
	}
	if _, err := format.Parse(string(raw)); err != nil {
		return "", errs.BadInput(nameOrFile, 0, "a template is a JSON object, such as {\"prompt\": \"{query}\", \"chosen\": \"{positive}\"}",
			"it %v", err)
	}
	return string(raw), nil
}
