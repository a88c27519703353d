package result

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
)

// place renames a temporary file to its final name, which lasts once the folder is synced that holds it.
func (s *store) place(temporary string, file File) error {
	if err := s.makeWay(file.Path); err != nil {
		return err
	}
	if err := s.announce(file); err != nil {
		return err
	}
	name := s.name(file.Path)
	if err := s.folders.make(s.root, path.Dir(name)); err != nil {
		return err
	}
	if err := s.root.Rename(temporary, name); err != nil {
		return err
	}
	s.written[file.Path] = true
	return nil
}

// placeAll moves files to a folder, the one called last after the others, and returns them with the paths that they have there.
func (s *store) placeAll(temporary, folder, last string, files []File) ([]File, error) {
	rm := removal{root: s.root}
	if err := rm.remove(s.name(path.Join(folder, last))); err != nil {
		return nil, err
	}
	if err := rm.sync("."); err != nil {
		return nil, err
	}
	final := slices.Clone(files)
	for i := range final {
		final[i].Path = path.Join(filepath.ToSlash(folder), final[i].Path)
	}
	if err := s.announce(final...); err != nil {
		return nil, err
	}
	for _, turnOfLast := range []bool{false, true} {
		var folders []string
		for i, f := range files {
			if (f.Path == last) != turnOfLast {
				continue
			}
			if err := s.place(path.Join(temporary, f.Path), final[i]); err != nil {
				return nil, err
			}
			folders = append(folders, s.name(path.Dir(final[i].Path)))
		}
		if err := syncAll(s.root, folders); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(final, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return final, nil
}
