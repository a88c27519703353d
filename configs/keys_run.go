package configs

// maxThreads is more than machines have; each thread takes memory of its own.
const maxThreads = 1024

// runKeys are the keys of the whole run.
var runKeys = []Key{
	{Name: "gen.seed", HasFlag: true, Default: "42", Range: atLeast(0), Decides: Topics, Needs: "draws", Doc: "seed of every draw"},
	{Name: "gen.threads", HasFlag: true, Default: "0", Shorthand: "j", Range: closedRange(0, maxThreads), Decides: Nothing,
		Doc: "threads, and cores in use (0: all cores); changes speed only"},
}
