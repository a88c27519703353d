// Package house holds the rules of the repository as tests: who may import whom, and how large it may be.
package house
