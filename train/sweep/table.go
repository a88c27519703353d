package sweep

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs/outdir"
)

// text prints settings as "ratio 4:1, axioms tfc1"; the noun of a key is left out.
func text(groups ...[]Setting) string {
	var parts []string
	for _, settings := range groups {
		for _, s := range settings {
			parts = append(parts, s.Key[strings.IndexByte(s.Key, '.')+1:]+" "+s.Value)
		}
	}
	if len(parts) == 0 {
		return "as configured"
	}
	return strings.Join(parts, ", ")
}

// fields0 is the first of a list with commas.
func fields0(list string) string {
	first, _, _ := strings.Cut(list, ",")
	return strings.TrimSpace(first)
}

const barWidth = 30

// Text writes every cell with its dev value as a bar, then what was chosen and tested.
func (r *Record) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	width, best := 0, 0.0
	for _, c := range r.Cells {
		width, best = max(width, len(text(c.Per, c.Over))), max(best, c.Dev)
	}
	fmt.Fprintf(out, "dev %s of every setting\n\n", r.Measure)
	for _, c := range r.Cells {
		n := 0
		if best > 0 {
			n = int(c.Dev / best * barWidth)
		}
		fmt.Fprintf(out, "%-*s  %.4f %s\n", width, text(c.Per, c.Over), c.Dev, strings.Repeat("█", n))
	}
	fmt.Fprintf(out, "\nchosen on dev, then tested; Holm's adjustment covers all %d tests\n\n", r.Tests)
	for _, c := range r.Chosen {
		fmt.Fprintf(out, "%s: %s (dev %.4f, best of %d)\n", text(c.Per), text(c.Over), c.Dev, c.Settled)
		for _, t := range c.Tests {
			fmt.Fprintf(out, "  %s → %s: %.4f → %.4f, %+.4f [%+.3f, %+.3f], Holm p %.2g\n", t.A, t.B, t.MeanA, t.MeanB, t.Diff, t.CI95[0], t.CI95[1], t.HolmP)
		}
	}
	return out.Flush()
}

// write leaves sweep.json and sweep.txt.
func (s *sweep) write(r *Record) error {
	record, err := s.out.WriteJSON("sweep.json", r)
	if err != nil {
		return err
	}
	table, err := s.out.WriteFile("sweep.txt", r.Text)
	if err != nil {
		return err
	}
	return s.out.Finish("sweep", "sweep", []outdir.File{record, table})
}
