package configs

import (
	"regexp"
	"strings"

	"github.com/spf13/pflag"
)

var (
	remarks   = regexp.MustCompile(`\([^)]*\)`)
	choiceRun = regexp.MustCompile(`[^ |]+(?: *\| *[^ |]+)+`)
	choice    = regexp.MustCompile(`^[a-z0-9][a-z0-9:+.-]*$`)
)

// Choices are the values that a key's help lists, "bm25 | ql"; empty when there are none. What stands for something else,
// such as FILE, is left out.
func (f Field) Choices() []string {
	var out []string
	for _, value := range strings.Split(choiceRun.FindString(remarks.ReplaceAllString(f.Doc, "")), "|") {
		if value = strings.Trim(value, " :,"); choice.MatchString(value) {
			out = append(out, value)
		}
	}
	return out
}

// FieldOf gives the key that a flag sets; ok is false for a command's own flags.
func FieldOf(flag *pflag.Flag) (f Field, ok bool) {
	value, ok := flag.Value.(*flagValue)
	if !ok {
		return Field{}, false
	}
	return value.field, true
}
