package train_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/experiment/affinity"
	"github.com/axiomine/axiomine/internal/experiment/arms"
	"github.com/axiomine/axiomine/internal/experiment/report/affinities"
	"github.com/axiomine/axiomine/internal/result"
)

// affine measures the affinity of axioms on the embedded collection in small trainings.
func affine(t *testing.T, list, dir string, mode result.Mode, edit func(*configs.Config)) *affinities.Affinity {
	t.Helper()
	c := chain(t, "demo", demo, dir, mode, func(c *configs.Config) { small(c); c.Gen.Axioms = list; edit(c) })
	alone := func(c *configs.Config) (string, error) {
		return "axioms " + c.Gen.Axioms + " ratio " + c.Gen.Ratio, nil
	}
	r, err := affinity.Run(context.Background(), c, "axiomine train affinity", alone)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func contents(t *testing.T, path ...string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// What is trained on an axiom is what axiomine train trains on it at the configured setting, byte for byte; so is the judged model.
func TestAffinityTrainsAsTrainDoes(t *testing.T) {
	dir := t.TempDir()
	r := affine(t, "lnc1, tf-lnc", dir, result.Fresh, func(*configs.Config) {})
	alone, _ := run(t, "demo", demo, func(c *configs.Config) { small(c); c.Gen.Axioms, c.Gen.Ratio = "tf-lnc", "1:2" }) // its half
	both, outcome := run(t, "demo", demo, func(c *configs.Config) { small(c); c.Gen.Axioms = "lnc1, tf-lnc" })
	for ours, theirs := range map[string]string{"judged.42": alone + "/models/judged.42", "2-tf-lnc.43": alone + "/models/judged-axioms.43",
		"1-2-lnc1-tf-lnc.42": both + "/models/judged-axioms.42"} {
		if !bytes.Equal(contents(t, dir, "models", ours+".json"), contents(t, theirs+".json")) {
			t.Errorf("%s is not %s", ours, filepath.Base(theirs))
		}
	}
	for _, arm := range outcome.Arms {
		if arm.Name == arms.Augmented && arm.Mean.Dev["MAP"] != r.Sets[3].Dev {
			t.Errorf("dev MAP %v, train says %v", r.Sets[3].Dev, arm.Mean.Dev["MAP"])
		}
	}
}

// One set for none, each and every two axioms, all asked about the same dev instances; an affinity is the difference of shares.
func TestAffinity(t *testing.T) {
	const list = "lnc1, tf-lnc, rs-bm25(margin=1.25), m-and"
	dir := t.TempDir()
	r := affine(t, list, dir, result.Fresh, func(c *configs.Config) {
		c.Gen.Threads = 1
		c.Gen.Ratio, c.Train.AxiomWeight = "m-and=2:1,tf-lnc=1:1,lnc1=1:1,rs-bm25(margin=1.25)=1:2", "m-and=4"
	})
	if clusters := len(r.Sets) - (1 + 4 + 6); clusters < 0 || clusters > 1 || len(r.Merges) != 3 {
		t.Fatalf("%d sets, %d merges", len(r.Sets), len(r.Merges))
	}
	instances := 0
	for i, o := range r.Sets[0].Obeyed {
		instances += o.Instances
		for _, s := range r.Sets {
			if s.Obeyed[i].Instances != o.Instances || s.Obeyed[i].Seeds[0].Instances+s.Obeyed[i].Seeds[1].Instances != o.Instances {
				t.Errorf("%v: %d instances of %s, judged %d", s.Axioms, s.Obeyed[i].Instances, o.Axiom, o.Instances)
			}
		}
	}
	if instances == 0 || len(r.Affinities) == 0 {
		t.Fatal("nothing to obey on dev")
	}
	for _, o := range r.Affinities {
		alone, joint := r.Sets[1+slices.Index(r.Axioms, o.Axiom)], affinities.AxiomSet{}
		for _, s := range r.Sets[5:11] {
			if slices.Contains(s.Axioms, o.Axiom) && slices.Contains(s.Axioms, o.Partner) {
				joint = s
			}
		}
		i := slices.Index(r.Axioms, o.Axiom)
		if o.Alone != alone.Obeyed[i].Share() || o.Joint != joint.Obeyed[i].Share() || o.Affinity != o.Joint-o.Alone {
			t.Errorf("%+v: alone %v, joint %v", o, alone.Obeyed[i].Share(), joint.Obeyed[i].Share())
		}
	}
	if want := "m-and=4"; !strings.Contains(r.Sets[7].Setting[5].Value, want) || r.Sets[1].Setting[5].Value != "1" { // lnc1 with m-and; lnc1
		t.Errorf("weights %v, %v", r.Sets[7].Setting, r.Sets[1].Setting)
	}
	if cluster := r.Suggest(); cluster.Dev < r.Sets[0].Dev || !slices.Equal(cluster.Axioms, r.Suggestion.Axioms) {
		t.Errorf("suggests %v", r.Suggestion)
	}

	again := t.TempDir()
	affine(t, list, again, result.Fresh, func(c *configs.Config) {
		c.Gen.Threads = 8
		c.Gen.Ratio, c.Train.AxiomWeight = "m-and=2:1,tf-lnc=1:1,lnc1=1:1,rs-bm25(margin=1.25)=1:2", "m-and=4"
	})
	for _, name := range []string{"affinity.json", "affinity.html", "affinity.md"} {
		if !bytes.Equal(contents(t, dir, name), contents(t, again, name)) {
			t.Errorf("%s differs between 1 and 8 threads", name)
		}
	}
}

// A broken run goes on with what is missing, and leaves the same.
func TestAffinityResumes(t *testing.T) {
	const list = "lnc1, tf-lnc"
	dir := t.TempDir()
	affine(t, list, dir, result.Fresh, func(*configs.Config) {})
	want := contents(t, dir, "affinity.json")
	kept, gone := filepath.Join(dir, "models", "1-lnc1.42.json"), filepath.Join(dir, "models", "2-tf-lnc.43.json")
	before, err := os.Stat(kept)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{gone, filepath.Join(dir, "affinity.json")} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	affine(t, list, dir, result.Resume, func(*configs.Config) {})
	if after, err := os.Stat(kept); err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("a finished model was trained again (%v)", err)
	}
	if _, err := os.Stat(gone); err != nil || !bytes.Equal(contents(t, dir, "affinity.json"), want) {
		t.Errorf("the record differs after a resume (%v)", err)
	}
}
