package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"go.yaml.in/yaml/v3"
)

// unpack leaves an archive's files below dir and gives their folder.
func unpack(t *testing.T, archive, dir string) string {
	t.Helper()
	raw := must.Get(os.ReadFile(archive))(t)
	unzipped := must.Get(gzip.NewReader(bytes.NewReader(raw)))(t)
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return filepath.Join(dir, strings.TrimSuffix(filepath.Base(archive), ".tar.gz"))
		}
		must.Do(t, err)
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		text, err := io.ReadAll(r)
		must.Do(t, errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, text, h.FileInfo().Mode())))
	}
}

// TestRelease packs the program for this machine twice: the same bytes, which hold a program that runs the demo where there is nothing
// else, its completions and everybody's licences.
func TestRelease(t *testing.T) {
	here := runtime.GOOS + "/" + runtime.GOARCH
	if runtime.GOOS == "windows" {
		t.Skip("unpacks a .tar.gz")
	}
	t.Chdir("../..")
	one, two := t.TempDir(), t.TempDir()
	for _, out := range []string{one, two} {
		must.Do(t, release(out, here, false))
	}
	name := "axiomine_" + configs.Version + "_" + strings.ReplaceAll(here, "/", "_") + ".tar.gz"
	for _, f := range []string{name, "SHA256SUMS"} {
		a, errA := os.ReadFile(filepath.Join(one, f))
		b, errB := os.ReadFile(filepath.Join(two, f))
		must.Do(t, errors.Join(errA, errB))
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two builds differ", f)
		}
	}
	dir := unpack(t, filepath.Join(one, name), t.TempDir())
	said := func(args ...string) string {
		cmd := exec.Command(filepath.Join(dir, "axiomine"), args...)
		cmd.Env, cmd.Dir = []string{"PATH="}, t.TempDir()
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return string(out)
	}
	if got := said("--version"); !strings.Contains(got, configs.Version) {
		t.Errorf("--version says %q", got)
	}
	said("demo", "-q", "-o", filepath.Join(t.TempDir(), "out"))
	for file, holds := range map[string]string{"THIRD-PARTY.txt": "gorgonia.org/gorgonia v", "completions/axiomine.bash": "complete",
		"LICENSE": "MIT", "CHANGELOG.md": "## " + configs.Version, "CITATION.cff": "version: " + configs.Version} {
		raw, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil || !bytes.Contains(raw, []byte(holds)) {
			t.Errorf("%s does not hold %q (%v)", file, holds, err)
		}
	}
	checkModules(t, dir)
}

// checkModules holds the list of modules beside a program to what the program says of itself.
func checkModules(t *testing.T, dir string) {
	t.Helper()
	info := must.Get(buildinfo.ReadFile(filepath.Join(dir, "axiomine")))(t)
	raw := must.Get(os.ReadFile(filepath.Join(dir, "axiomine.cdx.json")))(t)
	var list struct {
		Format     string `json:"bomFormat"`
		Components []struct{ Name, Version, Purl string }
	}
	if err := json.Unmarshal(raw, &list); err != nil || list.Format != "CycloneDX" {
		t.Fatalf("%q, %v", list.Format, err)
	}
	var got, want []string
	for _, c := range list.Components {
		if !strings.HasPrefix(c.Purl, "pkg:golang/") {
			t.Errorf("%+v", c)
		}
		if c.Name != "std" {
			got = append(got, c.Name+" "+c.Version)
		}
	}
	for _, m := range info.Deps {
		want = append(want, m.Path+" "+m.Version)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("named are\n%q, of\n%q", got, want)
	}
}

// TestVersionsAgree: the pages name the version of internal/build/build.go, and a page that names another one ends a release.
func TestVersionsAgree(t *testing.T) {
	t.Chdir("../..")
	if err := checkVersions(); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	pages := map[string]string{"CITATION.cff": "version: 0.0.1\n", "CHANGELOG.md": "## Unreleased\n## " + configs.Version + "\n"}
	for file, text := range pages {
		must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	}
	if err := checkVersions(); err == nil || !strings.Contains(err.Error(), "CITATION.cff") {
		t.Errorf("another version: %v", err)
	}
}

// TestRecipes: the recipes of package managers have the address and the checksum of each archive that was built.
func TestRecipes(t *testing.T) {
	t.Chdir("../..")
	out := t.TempDir()
	sums := map[platform]download{{"linux", "amd64"}: {URL: "a.tar.gz", SHA256: "11"}, {"linux", "arm64"}: {URL: "b.tar.gz", SHA256: "22"},
		{"darwin", "arm64"}: {URL: "c.tar.gz", SHA256: "33"}, {"windows", "amd64"}: {URL: "d.zip", SHA256: "44"}}
	must.Do(t, recipesFor(out, sums))
	at := "https://github.com/axiomine/axiomine/releases/download/v" + configs.Version + "/"
	for file, holds := range map[string][]string{
		"axiomine.rb": {"on_macos do\n    on_arm do\n      url \"" + at + "c.tar.gz\"\n      sha256 \"33\"\n    end\n  end",
			"    on_intel do\n      url \"" + at + "a.tar.gz\"\n      sha256 \"11\""},
		"recipe.yaml": {"- if: linux and aarch64\n    then:\n      url: " + at + "b.tar.gz\n      sha256: \"22\"\n", "- if: osx and arm64\n"},
		"publish.yml": {`test "$GITHUB_REF_NAME" = "v` + configs.Version + `"`, "permissions: {id-token: write}"},
	} {
		raw := must.Get(os.ReadFile(filepath.Join(out, "publish", file)))(t)
		for _, text := range holds {
			if !bytes.Contains(raw, []byte(text)) {
				t.Errorf("%s does not hold %q:\n%s", file, text, raw)
			}
		}
		var parsed map[string]any
		if err := yaml.Unmarshal(raw, &parsed); strings.HasSuffix(file, "l") && (err != nil || len(parsed) < 3) {
			t.Errorf("%s is no YAML: %v", file, err)
		}
		if bytes.Contains(raw, []byte("d.zip")) {
			t.Errorf("%s names the archive of Windows", file)
		}
	}
}

// TestUnknownPlatform: a release of nothing is an error.
func TestUnknownPlatform(t *testing.T) {
	err := release(t.TempDir(), "plan9/amd64", false)
	if err == nil || !strings.Contains(err.Error(), `"plan9/amd64" is none of [linux/amd64`) {
		t.Errorf("%v", err)
	}
}
