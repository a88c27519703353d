package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The list of axiomine parses, names every module that go version -m names, each once, and leads from the document to all of them.
func TestEveryModuleIsNamed(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "axiomine")
	if out, err := exec.Command("go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	said, err := exec.Command("go", "version", "-m", binary).Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, line := range strings.Split(string(said), "\n") {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) >= 3 && (f[0] == "mod" || f[0] == "dep") {
			want = append(want, f[1]+" "+f[2])
		}
	}
	d, err := describe(binary)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var read document
	if err := json.Unmarshal(raw, &read); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`^SPDXRef-[a-zA-Z0-9.-]+$`)
	reached := map[string]bool{}
	for _, r := range read.Relationships {
		reached[r.Related] = true
	}
	var got []string
	for _, p := range read.Packages {
		if !name.MatchString(p.ID) || !reached[p.ID] || p.Download == "" || !strings.HasPrefix(p.Refs[0].Locator, "pkg:golang/") {
			t.Errorf("%+v", p)
		}
		if p.Name != "stdlib" {
			got = append(got, p.Name+" "+p.Version)
		}
	}
	if !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("named are\n%q, of\n%q", got, want)
	}
	if len(reached) != len(read.Packages) || read.Version != "SPDX-2.3" || read.Creation.Created == "" {
		t.Errorf("%d of %d reached, %+v", len(reached), len(read.Packages), read.Creation)
	}
}
