package hubcard

import "github.com/axiomine/axiomine/internal/errs"

// Parts are the configurations that may hold a part: those whose names say it alone, say it among others, or whose columns are its.
type Parts map[Part][3][]Config

// Best returns the configurations that hold a part most surely, and whether only their columns say so. Several are an error.
func (h Parts) Best(dir string, part Part) (c Config, ok, byColumns bool, err error) {
	for i, list := range h[part] {
		if len(list) > 1 {
			const hint = "name the files of one: --collection, --topics and --qrels take patterns and folders"
			err = errs.BadInput(dir, 0, hint, "several configurations hold the same part: %s and %s", list[0].Name, list[1].Name)
		}
		if len(list) > 0 {
			return list[0], true, i == 2, err
		}
	}
	return c, false, false, nil
}

// PartsOf finds the parts of configurations. byColumns returns the part that the columns of a file are. It counts where some name says that
// it holds queries.
func PartsOf(configs []Config, byColumns func(file string) Part) Parts {
	parts := Parts{}
	add := func(c Config, part Part, place int) {
		list := parts[part]
		list[place] = append(list[place], c)
		parts[part] = list
	}
	var rest []Config
	for _, c := range configs {
		switch part, whole := c.Part(); {
		case part == Other:
			rest = append(rest, c)
		case whole:
			add(c, part, 0)
		default:
			add(c, part, 1)
		}
	}
	if _, has := parts[Queries]; !has {
		return parts
	}
	for _, c := range rest {
		if part := byColumns(c.Files()[0]); part == Qrels && c.Name == "default" {
			add(c, part, 0)
		} else if part != Other {
			add(c, part, 2)
		}
	}
	return parts
}
