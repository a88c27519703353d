package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/table"
)

// TestMoreSeeds: twice the seeds and at least five, in the last line of the command alone. By hand.
func TestMoreSeeds(t *testing.T) {
	for command, want := range map[string]string{
		"axiomine demo -o again":                                   "axiomine demo --seeds 5 -o again",
		"axiomine train --data 'a b' --seeds 3 -o again":           "axiomine train --data 'a b' --seeds 6 -o again",
		"cat > again.yaml <<'EOF'\nx --seeds 9\nEOF\nt -o again":   "cat > again.yaml <<'EOF'\nx --seeds 9\nEOF\nt --seeds 6 -o again",
		"axiomine train --seeds 2 --measures MAP -o again one two": "axiomine train --measures MAP --seeds 6 -o again one two",
		"axiomine train": "",
	} {
		seeds := 3
		if command == "axiomine demo -o again" {
			seeds = 1
		}
		must.Equal(t, MoreSeeds(command, seeds).Command, want, "%q", command)
	}
}

func TestOnward(t *testing.T) {
	for command, want := range map[string]string{
		"axiomine train eval --measure MAP -o again q.txt 'a b.txt' c d": "mix q.txt 'a b.txt' c",
		"axiomine train eval --measure MAP -o again q.txt a":             "",
		"axiomine train eval again b c d":                                "",
	} {
		must.Equal(t, Onward(command, 3, "why", "mix").Command, want, "%q", command)
	}
}

// TestFindings: a finding is a sentence, and is read back from one.
func TestFindings(t *testing.T) {
	list := []Finding{{"No difference", ""}, {"b is better", "0.5 and 0.4: p 0.01"}}
	sentences := Sentences(list)
	must.Equal(t, strings.Join(sentences, " "), "No difference. b is better: 0.5 and 0.4: p 0.01.", "%q", sentences)
	if got := FindingsOf(sentences); !slices.Equal(got, list) {
		t.Errorf("%q are read as %+v", sentences, got)
	}
}

// TestClosing: a report ends with its warnings, what makes it again, and the versions.
func TestClosing(t *testing.T) {
	for seeds, want := range map[string]string{
		"":  "warning: few queries\ncommand   axiomine train\nversions  axiomine 0.1\n",
		"1": "warning: few queries\ncommand   axiomine train\nseeds     1\nversions  axiomine 0.1\n",
	} {
		var b strings.Builder
		if err := (&Page{Warnings: []string{"few queries"}, Command: "axiomine train", Seeds: seeds,
			Versions: map[string]string{"axiomine": "0.1"}}).Close(&table.Results{}).Text(&b,
			80); err != nil || strings.TrimLeft(b.String(), "\n") != want {
			t.Errorf("%q, want %q (%v)", b.String(), want, err)
		}
	}
}

// TestMoreNumbers: numbers of texts and figures, by hand.
func TestMoreNumbers(t *testing.T) {
	for got, want := range map[string]string{Score(.123456): "0.1235", Short(.123456): "0.123",
		Capital("a b"): "A b", Capital(""): "", px(1.04): "1", px(-.04): "0", px(2.25): "2.3"} {
		must.Equal(t, got, want)
	}
}
