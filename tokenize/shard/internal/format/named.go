package format

// Reward is the name of the template whose margin is left out where all pairs have the same.
const Reward = "reward"

// DefaultPrompt is the instruction of Qwen3-Reranker, which stands for {prompt} if the user gives none.
const DefaultPrompt = "Given a web search query, retrieve relevant passages that answer the query"

// named are the templates with a name: the model or trainer that reads them.
var named = []struct{ name, text string }{
	// TRL's DPOTrainer and its kin, texts, which it puts one behind the other as they are; and the same as a conversation.
	{"dpo", `{"prompt": "{query}\n", "chosen": "{positive}", "rejected": "{negative}"}`},
	{"dpo-chat", `{"prompt": [{"role": "user", "content": "{query}"}], "chosen": [{"role": "assistant", "content": "{positive}"}],
"rejected": [{"role": "assistant", "content": "{negative}"}]}`},
	// TRL's RewardTrainer, with the margin of its loss where pairs differ in it.
	{Reward, `{"chosen": [{"role": "user", "content": "{query}"}, {"role": "assistant", "content": "{positive}"}],
"rejected": [{"role": "user", "content": "{query}"}, {"role": "assistant", "content": "{negative}"}], "margin": "{margin}"}`},
	// RankT5 (Zhuang et al., SIGIR 2023, section 3.3): no question behind the document, the label a number.
	{"rankt5", `{"inputs": "Query: {query} Document: {document}", "label": "{label}", "query_id": "{query_id}", "doc_id": "{doc_id}"}`},
	// Qwen3-Reranker's own form (its model card): the instruction before the query, and an empty thought before the answer. The loss is that
	// of the completion alone.
	{"yes-no", `{"prompt": [{"role": "system", "content": "Judge whether the Document meets the requirements based on the Query and the ` +
		`Instruct provided. Note that the answer can only be \"yes\" or \"no\"."},
{"role": "user", "content": "<Instruct>: {prompt}\n<Query>: {query}\n<Document>: {document}"}],
"completion": [{"role": "assistant", "content": "<think>\n\n</think>\n\n{label:yes|no}"}]}`},
	// Listwise rerankers (RankGPT, Sun et al., EMNLP 2023; RankZephyr, Pradeep et al. 2023), passages of at most 1,500 characters.
	{"rankzephyr", `{"messages": [{"role": "system", "content": "You are RankLLM, an intelligent assistant that can rank passages based on ` +
		`their relevancy to the query."}, {"role": "user", "content": "I will provide you with passages, each indicated by a numerical ` +
		`identifier []. Rank the passages based on their relevance to the search query: {query}.\n\n{passages:1500}\n\nSearch Query: ` +
		`{query}.\nRank the passages above in descending order of relevance. Answer with identifiers alone, as [2] > [1]."},
{"role": "assistant", "content": "{order}"}]}`},
}

// Lookup returns the text of a template by its name.
func Lookup(name string) (text string, ok bool) {
	for _, t := range named {
		if t.name == name {
			return t.text, true
		}
	}
	return "", false
}

// NameList returns the names of the templates that have one.
func NameList() (names []string) {
	for _, t := range named {
		names = append(names, t.name)
	}
	return names
}
