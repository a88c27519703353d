// Command sbom prints the modules that a Go binary was built of, as it says itself (go version -m), as SPDX 2.3 in JSON
// (https://spdx.github.io/spdx-spec/v2.3/). The same binary gives the same bytes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
)

type document struct {
	Version       string         `json:"spdxVersion"`
	DataLicense   string         `json:"dataLicense"`
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      creation       `json:"creationInfo"`
	Packages      []module       `json:"packages"`
	Relationships []relationship `json:"relationships"`
}

type creation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type module struct {
	Name     string      `json:"name"`
	ID       string      `json:"SPDXID"`
	Version  string      `json:"versionInfo"`
	Download string      `json:"downloadLocation"`
	Analysed bool        `json:"filesAnalyzed"`
	License  string      `json:"licenseConcluded"`
	Declared string      `json:"licenseDeclared"`
	Copied   string      `json:"copyrightText"`
	Comment  string      `json:"comment,omitempty"` // the sum in go.sum
	Refs     []reference `json:"externalRefs"`
}

type reference struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type relationship struct {
	Element string `json:"spdxElementId"`
	Kind    string `json:"relationshipType"`
	Related string `json:"relatedSpdxElement"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY")
		os.Exit(2)
	}
	d, err := describe(os.Args[1])
	if err == nil {
		enc := json.NewEncoder(os.Stdout)
		enc.SetIndent("", "  ")
		err = enc.Encode(d)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// describe reads a binary's modules.
func describe(path string) (*document, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(raw)
	d := &document{Version: "SPDX-2.3", DataLicense: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: info.Main.Path,
		Namespace: "https://" + info.Main.Path + "/spdx/" + hex.EncodeToString(sum[:]),
		Creation:  creation{Created: commitTime(info), Creators: []string{"Tool: axiomine-sbom"}}}
	d.add(info.Main, "DESCRIBES", d.ID)
	d.add(debug.Module{Path: "stdlib", Version: strings.TrimPrefix(info.GoVersion, "go")}, "DEPENDS_ON", d.Packages[0].ID)
	for _, m := range info.Deps {
		for m.Replace != nil {
			m = m.Replace
		}
		d.add(*m, "DEPENDS_ON", d.Packages[0].ID)
	}
	return d, nil
}

// commitTime returns the time of the commit that was built, which is the same at every build of it.
func commitTime(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			return s.Value
		}
	}
	return "1970-01-01T00:00:00Z" // built outside of a clone
}

func (d *document) add(m debug.Module, kind, from string) {
	const unknown = "NOASSERTION"
	p := module{Name: m.Path, ID: fmt.Sprintf("SPDXRef-Module-%d", len(d.Packages)), Version: m.Version, Download: unknown, License: unknown,
		Declared: unknown, Copied: unknown, Refs: []reference{{"PACKAGE-MANAGER", "purl", purl(m)}}}
	if m.Sum != "" {
		p.Comment = "go.sum " + m.Sum
	}
	d.Packages = append(d.Packages, p)
	d.Relationships = append(d.Relationships, relationship{from, kind, p.ID})
}

// purl is a module's package URL, https://github.com/package-url/purl-spec.
func purl(m debug.Module) string {
	return "pkg:golang/" + strings.ToLower(m.Path) + "@" + url.QueryEscape(m.Version)
}
