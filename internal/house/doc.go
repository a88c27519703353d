// Package house holds the rules of the repository as tests: who may import whom, how large a package and a line may be.
package house
