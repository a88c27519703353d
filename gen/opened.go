package gen

import (
	"io"
	"os"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/tokenize"
)

// checkOpens opens what later stages read, so that what cannot be read is told before anything is written or removed.
func checkOpens(c *configs.Config) error {
	if c.Tokenize.Vocab != "" {
		if err := CanRead(c.Tokenize.Vocab); err != nil {
			return err
		}
		if _, err := tokenize.Load(c.Tokenize.Vocab, vocabularyOptions(&c.Tokenize)); err != nil {
			return err
		}
	}
	source, err := vectorsSource(&c.Gen)
	if err != nil {
		return err
	}
	kind, path, err := similaritySource(&c.Gen)
	if err != nil {
		return err
	}
	files, err := OpinionFiles(c)
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := CanRead(f.Path); err != nil {
			return err
		}
	}
	for _, file := range append(append(similarityFiles(kind, path), fields(c.Tokenize.Scores)...), source, c.Gen.HardRun, c.Gen.ViolatedBy) {
		if file == "" || file == trainVectors || file == JudgedArm {
			continue
		}
		if err := CanRead(file); err != nil {
			return err
		}
	}
	return nil
}

// CanRead opens a file and reads its first byte.
func CanRead(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.CannotOpen(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		if err == nil && !info.IsDir() {
			return nil // what is read of a pipe is gone
		}
		return fault.BadInput(path, 0, "name a file", "cannot be read: it is a folder")
	}
	if _, err := f.Read(make([]byte, 1)); err != nil && err != io.EOF {
		return fault.CannotOpen(path, err)
	}
	return nil
}
