package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/axiomine/axiomine/configs"
)

// pythonPackage is the source of the Python package.
const pythonPackage = "train/pytorch"

// wheelTags are the platforms as the file name of a wheel has them. The binaries are static: any libc of Linux will do; the versions of
// macOS are those that Go supports.
var wheelTags = map[platform]string{
	{"linux", "amd64"}:   "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
	{"linux", "arm64"}:   "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
	{"darwin", "amd64"}:  "macosx_12_0_x86_64",
	{"darwin", "arm64"}:  "macosx_12_0_arm64",
	{"windows", "amd64"}: "win_amd64",
	{"windows", "arm64"}: "win_arm64",
}

// project holds the fields of pyproject.toml that are read.
type project struct {
	Name        string
	Description string
	License     string
	Readme      string
	Python      string `toml:"requires-python"`
	Keywords    []string
	Classifiers []string
	Authors     []struct{ Name string }
	URLs        map[string]string
	Extras      map[string][]string `toml:"optional-dependencies"`
}

// wheel gives the name and bytes of a platform's wheel: the package, the program among its scripts, and what they are licensed under
// (PyPA, binary distribution format, version 1.0).
func wheel(p platform, b *built, _ []file, made time.Time) (string, []byte, error) {
	about, err := readProject()
	if err != nil {
		return "", nil, err
	}
	files, err := modules()
	if err != nil {
		return "", nil, err
	}
	stem := about.Name + "-" + configs.Version
	info := stem + ".dist-info/"
	metadata, err := about.metadata()
	if err != nil {
		return "", nil, err
	}
	own, err := os.ReadFile("LICENSE")
	if err != nil {
		return "", nil, err
	}
	var tags strings.Builder
	for _, tag := range strings.Split(wheelTags[p], ".") {
		tags.WriteString("Tag: py3-none-" + tag + "\n")
	}
	files = append(files,
		file{stem + ".data/scripts/" + p.binary(), b.program, 0o755},
		file{info + "METADATA", metadata, 0o644},
		file{info + "WHEEL", []byte("Wheel-Version: 1.0\nGenerator: axiomine-release\nRoot-Is-Purelib: false\n" + tags.String()), 0o644},
		file{info + "licenses/LICENSE", own, 0o644},
		file{info + "licenses/THIRD-PARTY.txt", b.licences, 0o644})
	files = append(files, file{info + "RECORD", record(files, info+"RECORD"), 0o644})
	out, err := packZip("", files, made) // RECORD is last
	return stem + "-py3-none-" + wheelTags[p] + ".whl", out, err
}

// modules are the package's own files.
func modules() (files []file, err error) {
	root := filepath.Join(pythonPackage, "src")
	err = filepath.WalkDir(root, func(name string, item fs.DirEntry, err error) error {
		if err != nil || item.IsDir() || path.Ext(name) != ".py" && item.Name() != "py.typed" {
			return err
		}
		raw, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, name)
		files = append(files, file{filepath.ToSlash(inside), raw, 0o644})
		return err
	})
	return files, err
}

// metadata is the core metadata, version 2.4, with the README behind it.
func (p *project) metadata() ([]byte, error) {
	readme, err := os.ReadFile(filepath.Join(pythonPackage, p.Readme))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "Metadata-Version: 2.4\nName: %s\nVersion: %s\nSummary: %s\nLicense-Expression: %s\nLicense-File: LICENSE\n"+
		"License-File: THIRD-PARTY.txt\nKeywords: %s\nRequires-Python: %s\nDescription-Content-Type: text/markdown\n",
		p.Name, configs.Version, p.Description, p.License, strings.Join(p.Keywords, ","), p.Python)
	for _, author := range p.Authors {
		fmt.Fprintf(&out, "Author: %s\n", author.Name)
	}
	for _, label := range slices.Sorted(maps.Keys(p.URLs)) {
		fmt.Fprintf(&out, "Project-URL: %s, %s\n", label, p.URLs[label])
	}
	for _, classifier := range p.Classifiers {
		fmt.Fprintf(&out, "Classifier: %s\n", classifier)
	}
	var extras []string
	for extra := range p.Extras {
		extras = append(extras, extra)
	}
	slices.Sort(extras)
	for _, extra := range extras {
		fmt.Fprintf(&out, "Provides-Extra: %s\n", extra)
		for _, requirement := range p.Extras[extra] {
			fmt.Fprintf(&out, "Requires-Dist: %s; extra == '%s'\n", requirement, extra)
		}
	}
	out.WriteString("\n")
	out.Write(readme)
	return out.Bytes(), nil
}

// record lists every file with its checksum and size, and itself without.
func record(files []file, self string) []byte {
	var out bytes.Buffer
	for _, f := range files {
		sum := sha256.Sum256(f.raw)
		fmt.Fprintf(&out, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.raw))
	}
	out.WriteString(self + ",,\n")
	return out.Bytes()
}
