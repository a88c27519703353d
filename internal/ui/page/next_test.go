package page

import "testing"

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
		if got := MoreSeeds(command, seeds).Command; got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}

func TestOnward(t *testing.T) {
	for command, want := range map[string]string{
		"axiomine train eval --measure MAP -o again q.txt 'a b.txt' c d": "mix q.txt 'a b.txt' c",
		"axiomine train eval --measure MAP -o again q.txt a":             "",
		"axiomine train eval again b c d":                                "",
	} {
		if got := Onward(command, 3, "why", "mix").Command; got != want {
			t.Errorf("%q: %q, want %q", command, got, want)
		}
	}
}
