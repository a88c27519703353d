// Package must ends a test at the first error of a step that the test is not about, and compares single values.
package must

import (
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// T is a test, benchmark, fuzz target or rapid check.
type T interface {
	Helper()
	Error(args ...any)
	Fatal(args ...any)
}

// Do ends the test with an error, if there is one.
func Do(t T, err error) {
	if err != nil {
		t.Helper()
		t.Fatal(err)
	}
}

// Get returns what returns a value, or ends the test with the error beside it: must.Get(os.ReadFile(path))(t).
func Get[V any](value V, err error) func(T) V {
	return func(t T) V {
		t.Helper()
		Do(t, err)
		return value
	}
}

// Equal reports a value that differs from the wanted one, after a format and its values, which say of what it is.
func Equal[V comparable](t T, got, want V, context ...any) {
	if got != want {
		t.Helper()
		t.Error(after(context, fmt.Sprintf("%#v, want %#v", got, want)))
	}
}

// Contain reports a text without the wanted part, after a format and its values.
func Contain(t T, text, part string, context ...any) {
	if !strings.Contains(text, part) {
		t.Helper()
		t.Error(after(context, fmt.Sprintf("%s\ndoes not contain %q", text, part)))
	}
}

// Fail reports the lack of an error, or one whose text lacks the wanted part, after a format and its values.
func Fail(t T, err error, part string, context ...any) {
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Helper()
		t.Error(after(context, fmt.Sprintf("error %v, want %q in it", err, part)))
	}
}

// Same reports the differences of a value to the wanted one, after a format and its values.
func Same(t T, got, want any, context ...any) {
	if diff := cmp.Diff(want, got); diff != "" {
		t.Helper()
		t.Error(after(context, "- wanted, + got\n"+diff))
	}
}

// after returns the text, after the values in their format, if there is one.
func after(context []any, text string) string {
	if len(context) == 0 {
		return text
	}
	return fmt.Sprintf(context[0].(string), context[1:]...) + ": " + text
}
