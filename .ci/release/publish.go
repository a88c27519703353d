package main

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"text/template"

	"github.com/axiomine/axiomine/configs"
	"github.com/pelletier/go-toml/v2"
)

//go:embed templates
var templates embed.FS

// download is an archive as a recipe of a package manager names it.
type download struct {
	Processor   string // in Homebrew's words
	Conda       string // in conda's
	URL, SHA256 string
}

// system is a system with its archives.
type system struct {
	Name, Conda string
	Archives    []download
}

// publication holds what the recipes of package managers say.
type publication struct {
	Version, Description, Repository, License string
	Systems                                   []system
}

// recipesFor writes a Homebrew formula, a conda recipe and a workflow that publishes wheels, with the checksums of archives by platform.
// Windows is in none of them: its archive is installed by hand, or the wheel is.
func recipesFor(out string, sums map[platform]download) error {
	about, err := readProject()
	if err != nil {
		return err
	}
	p := publication{Version: configs.Version, Description: about.Description, Repository: about.URLs["Source"], License: about.License}
	for _, s := range []struct{ system, brew, conda string }{{"darwin", "macos", "osx"}, {"linux", "linux", "linux"}} {
		next := system{Name: s.brew, Conda: s.conda}
		for _, cpu := range []struct{ processor, brew, conda string }{{"arm64", "arm", "arm64"}, {"amd64", "intel", "x86_64"}} {
			d, ok := sums[platform{s.system, cpu.processor}]
			if !ok {
				continue
			}
			d.Processor, d.Conda = cpu.brew, cpu.conda
			if s.system == "linux" && cpu.processor == "arm64" {
				d.Conda = "aarch64"
			}
			d.URL = fmt.Sprintf("%s/releases/download/v%s/%s", p.Repository, p.Version, d.URL)
			next.Archives = append(next.Archives, d)
		}
		if len(next.Archives) > 0 {
			p.Systems = append(p.Systems, next)
		}
	}
	folder := filepath.Join(out, "publish")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	for _, name := range []string{"axiomine.rb", "recipe.yaml", "publish.yml"} {
		text, err := fill(name, p)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// fill returns a template with its values.
func fill(name string, p publication) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = t.Execute(&text, p)
	return text.Bytes(), err
}

// readProject returns what pyproject.toml says of the package.
func readProject() (*project, error) {
	path := filepath.Join(pythonPackage, "pyproject.toml")
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var about struct{ Project project }
	if err := toml.Unmarshal(raw, &about); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &about.Project, nil
}

// checkVersions returns an error if a page names another version than internal/build/build.go.
func checkVersions() error {
	for file, line := range map[string]string{"CITATION.cff": "version: ", "CHANGELOG.md": "## "} {
		raw, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		named := regexp.MustCompile(`(?m)^` + line + `(\d\S*)`).FindSubmatch(raw)
		if named == nil || string(named[1]) != configs.Version {
			return fmt.Errorf("%s: no first line %q, the version of internal/build/build.go", file, line+configs.Version)
		}
	}
	return nil
}
