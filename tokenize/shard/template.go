package shard

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/axiomine/axiomine/tokenize/shard/internal/template"
)

// TemplateText returns the text of a template: of a named template, or of a file.
func TemplateText(nameOrFile string) (string, error) {
	if text, ok := template.Named(nameOrFile); ok {
		return text, nil
	}
	names := strings.Join(template.NameList(), ", ")
	raw, err := untrusted.ReadFile(nameOrFile, untrusted.Template)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fault.BadUsage(fault.Suggestion(nameOrFile, template.NameList()...)+"name a file, or one of "+names,
			"tokenize.template: there is no template %q", nameOrFile)
	}
	if err != nil {
		return "", fault.CannotOpen(nameOrFile, err)
	}
	if _, err := template.Parse(string(raw)); err != nil {
		return "", fault.BadInput(nameOrFile, 0, "a template is a JSON object, such as {\"prompt\": \"{query}\", \"chosen\": \"{positive}\"}",
			"it %v", err)
	}
	return string(raw), nil
}
