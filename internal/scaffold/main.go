// Command scaffold writes the skeleton of a new axiom, reader, model, measure, order of drawing, format or check, the case of its
// contract suite and its line in a table. The suite fails, and says what is not yet defined, until both are written.
//
//	go run ./internal/scaffold axiom tfc4
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		code := 1
		if f, ok := errors.AsType[*errs.Error](err); ok && f.Kind == errs.Usage {
			code = 2
		}
		os.Exit(code)
	}
}

// run adds what the arguments name and lists the files it touched.
func run(args []string) error {
	if len(args) != 2 {
		return errs.BadUsage("go run ./internal/scaffold KIND NAME; KIND is one of "+strings.Join(kinds(), ", "), "a kind and a name are needed")
	}
	a, err := find(args[0])
	if err != nil {
		return err
	}
	if err := a.add(".", args[1]); err != nil {
		return err
	}
	for _, p := range a.places {
		fmt.Printf("%-40s %s\n", fillName(p.path, args[1]), p.about)
	}
	fmt.Println("next: " + fillName(a.next, args[1]))
	fmt.Println("then: make update, which writes the tables of pages")
	return nil
}
