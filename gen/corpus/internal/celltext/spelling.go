package celltext

// Spelling holds query ids as judgements spell them. Topics may have 051 and judgements 51, or the reverse.
type Spelling struct {
	exact map[string]bool
	short map[string]string // id without leading zeros to the spelling, "" when several have the same
}

// SpellingOf returns the spelling of the judgements' query ids.
func SpellingOf(ids []string) Spelling {
	s := Spelling{map[string]bool{}, map[string]string{}}
	for _, id := range ids {
		if s.exact[id] {
			continue
		}
		s.exact[id] = true
		key := WithoutZeros(id)
		if _, ok := s.short[key]; ok {
			s.short[key] = ""
		} else {
			s.short[key] = id
		}
	}
	return s
}

// Spell returns id as the judgements spell it. It returns id unchanged if they do not have it, or if
// several ids match.
func (s Spelling) Spell(id string) string {
	if s.exact[id] {
		return id
	}
	if exact := s.short[WithoutZeros(id)]; exact != "" {
		return exact
	}
	return id
}
