// Command release builds the program for every platform and packs what a user installs: the binary, completions, what it is
// licensed under and what of others is linked. The archives are the same bytes at every build of a commit by one Go version.
//
//	release -o dist [-wheels] [-platforms linux/amd64,..]
//
// With -wheels it packs the Python package instead, the binary among its scripts. Without, dist/publish has a Homebrew formula, a conda
// recipe and a workflow that publishes wheels.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/axiomine/axiomine/configs"
)

// platforms are what binaries are built for.
var platforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"},
	{"windows", "arm64"}}

// platform is a system and a processor, as GOOS and GOARCH name them.
type platform struct{ system, processor string }

func (p platform) String() string { return p.system + "/" + p.processor }

// binary is the program's name there.
func (p platform) binary() string {
	if p.system == "windows" {
		return "axiomine.exe"
	}
	return "axiomine"
}

func main() {
	out := flag.String("o", "dist", "directory of the archives and their checksums")
	only := flag.String("platforms", "", "such of them as linux/amd64,linux/arm64 (default: all)")
	wheels := flag.Bool("wheels", false, "wheels of the Python package instead of archives")
	flag.Parse()
	if err := release(*out, *only, *wheels); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// release writes an archive, or a wheel, for every platform of the list, or for all if it is empty, and the checksums of archives.
func release(out, list string, wheels bool) error {
	wanted := platforms
	if list != "" {
		wanted = nil
		for name := range strings.SplitSeq(list, ",") {
			i := slices.IndexFunc(platforms, func(p platform) bool { return p.String() == name })
			if i < 0 {
				return fmt.Errorf("%q is none of %v", name, platforms)
			}
			wanted = append(wanted, platforms[i])
		}
	}
	if err := checkVersions(); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	date, err := commitTime()
	if err != nil {
		return err
	}
	pack, shared := wheel, []file(nil)
	if !wheels {
		pack = archive
		if shared, err = gather(work); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	var sums strings.Builder
	downloads := map[platform]download{}
	for _, p := range wanted {
		b, err := build(p, work)
		if err != nil {
			return fmt.Errorf("%v: %w", p, err)
		}
		name, raw, err := pack(p, b, shared, date)
		if err != nil {
			return fmt.Errorf("%v: %w", p, err)
		}
		if err := os.WriteFile(filepath.Join(out, name), raw, 0o666); err != nil {
			return err
		}
		sum := sha256.Sum256(raw)
		fmt.Fprintf(&sums, "%x  %s\n", sum, name)
		downloads[p] = download{URL: name, SHA256: hex.EncodeToString(sum[:])}
		fmt.Printf("%s  %.1f MB\n", filepath.Join(out, name), float64(len(raw))/1e6)
	}
	if wheels {
		return nil // a wheel's RECORD holds checksums
	}
	if err := recipesFor(out, downloads); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o666)
}

// built is a program, where it lies, and the licences of what is linked into it.
type built struct {
	path              string
	program, licences []byte
}

// build builds the program for a platform.
func build(p platform, work string) (*built, error) {
	path := filepath.Join(work, p.system+"-"+p.processor, p.binary())
	if err := compile(p, path); err != nil {
		return nil, err
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	licences, err := readLicences(path)
	return &built{path, program, licences}, err
}

// archive gives the name and bytes of a platform's archive.
func archive(p platform, b *built, shared []file, made time.Time) (string, []byte, error) {
	modules, err := describe(b.path)
	if err != nil {
		return "", nil, err
	}
	folder := fmt.Sprintf("axiomine_%s_%s_%s", configs.Version, p.system, p.processor)
	files := append([]file{{p.binary(), b.program, 0o755}, {"THIRD-PARTY.txt", b.licences, 0o644},
		{"axiomine.cdx.json", modules, 0o644}}, shared...)
	slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
	if p.system == "windows" {
		raw, err := packZip(folder, files, made)
		return folder + ".zip", raw, err
	}
	raw, err := packTar(folder, files, made)
	return folder + ".tar.gz", raw, err
}

// describe lists the modules of a binary as CycloneDX in JSON, the same bytes for the same binary.
func describe(binary string) ([]byte, error) {
	const tool = "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0"
	cmd := exec.Command("go", "run", tool, "bin", "-json", "-std", "-noserial", "-notimestamp", "-version", "v"+configs.Version, binary)
	cmd.Env = append(os.Environ(), "GOFLAGS=-trimpath") // the list has the tool's own checksum
	return outputOf(cmd)
}

// compile makes a static binary that holds no path of this machine. It names its commit where git tells that of the folder; without git,
// or in a folder that it does not trust, it names none.
func compile(p platform, path string) error {
	stamp := "-buildvcs=true"
	if exec.Command("git", "status", "--porcelain").Run() != nil {
		stamp = "-buildvcs=false"
	}
	cmd := exec.Command("go", "build", "-trimpath", "-tags=arrow_json_stdlib", stamp, "-ldflags=-s -w -funcalign=16", "-o", path, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.system, "GOARCH="+p.processor, "GOAMD64=v1", "GOFLAGS=")
	return run(cmd)
}

// gather builds the program for this machine, and gives what it says of itself for shells, and the repository's own pages.
func gather(work string) ([]file, error) {
	host := platform{runtime.GOOS, runtime.GOARCH}
	program := filepath.Join(work, "host", host.binary())
	if err := compile(host, program); err != nil {
		return nil, err
	}
	var files []file
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		script, err := output(program, "completion", shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"completions/axiomine." + shell, script, 0o644})
	}
	for _, name := range []string{"README.md", "CHANGELOG.md", "LICENSE", "CITATION.cff"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, raw, 0o644})
	}
	return files, nil
}

// commitTime returns the time of the commit, which all files of an archive have; outside of a clone it is that of the first version's year.
func commitTime() (time.Time, error) {
	raw, err := output("git", "log", "-1", "--format=%cI")
	if err != nil {
		return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), nil
	}
	return time.Parse(time.RFC3339, strings.TrimSpace(string(raw)))
}

func run(cmd *exec.Cmd) error {
	_, err := outputOf(cmd)
	return err
}

func output(name string, args ...string) ([]byte, error) {
	return outputOf(exec.Command(name, args...))
}

// outputOf gives what a command prints; its error ends with what it said.
func outputOf(cmd *exec.Cmd) ([]byte, error) {
	raw, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("%v: %w: %s", cmd.Args, err, strings.TrimSpace(string(exit.Stderr)))
	}
	return raw, err
}
