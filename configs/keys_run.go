package configs

// maxThreads is more than machines have; each thread takes memory of its own.
const maxThreads = 4096

// runKeys are the keys of the whole run.
var runKeys = []Key{
	{Name: "gen.seed", Default: "42", Within: atLeast(0), Decides: Topics, Doc: "seed of every draw"},
	{Name: "gen.threads", Default: "0", Shorthand: "j", Within: between(0, maxThreads), Decides: Nothing,
		Doc: "threads, and cores in use (0: all cores); changes speed only"},
}
