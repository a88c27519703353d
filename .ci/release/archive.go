package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"path"
	"time"
)

// file is one of an archive.
type file struct {
	name string
	raw  []byte
	mode fs.FileMode
}

// packTar returns a .tar.gz of files below a folder. Owner, times and order are the same at every call.
func packTar(folder string, files []file, made time.Time) ([]byte, error) {
	var out bytes.Buffer
	zipper, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(zipper)
	for _, f := range files {
		header := tar.Header{Name: folder + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.raw)), ModTime: made.UTC(),
			Format: tar.FormatPAX}
		if err := w.WriteHeader(&header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.raw); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := zipper.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// packZip returns a .zip of files below a folder or, without one, as they are named.
func packZip(folder string, files []file, made time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: made.UTC()}
		header.SetMode(f.mode)
		entry, err := w.CreateHeader(&header)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.raw); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
