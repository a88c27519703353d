// Package house holds the rules of the repository as tests: who may import whom.
package house
