package audit

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// scriptWords are words of languages whose scripts have no spaces, with a template of queries, a refusal and an end of sentences.
var scriptWords = map[string]struct{ words, template, refusal, notice, end string }{
	"Chinese": {"狐狸 森林 河流 历史 城市 医院 老师 学生 音乐 电影 飞机 火车 苹果 香蕉 经济 政治 科学 技术 电脑 手机 天气 春天 夏天 秋天 冬天 山脉 海洋 沙漠 动物 植物 " +
		"建筑 桥梁 道路 法律 合同 公司 市场 价格 银行 保险 疾病 药物 心脏 血液 皮肤 眼睛 耳朵 鼻子 牙齿 骨骼 睡眠 梦想 语言 文字 书籍 报纸 杂志 故事 诗歌 绘画 " +
		"运动 足球 篮球 游泳 跑步 比赛 冠军 奖牌 观众 球队 厨房 食物 面包 牛奶 鸡蛋 蔬菜 水果 茶叶 咖啡 啤酒",
		"请问%s这种病有哪些常见的症状", "作为一个模型我不能帮助你完成这个请求", "本公司保留所有权利未经许可", "。"},
	"Japanese": {"きつね もり かわ 歴史 まち 病院 せんせい がくせい 音楽 映画 ひこうき でんしゃ りんご バナナ 経済 政治 科学 技術 パソコン けいたい 天気 はる なつ あき ふゆ " +
		"やま うみ 砂漠 どうぶつ しょくぶつ 建築 はし みち 法律 契約 会社 市場 ねだん 銀行 保険 びょうき くすり 心臓 けつえき ひふ めがね みみ はな つくえ ほね " +
		"ねむり ゆめ ことば もじ 書籍 しんぶん ざっし ものがたり 詩歌 かいが うんどう サッカー バスケ すいえい マラソン しあい ゆうしょう メダル かんきゃく チーム",
		"%sという病気のよくある症状は何ですか", "モデルとしてこのお願いを手伝うことはできません", "当社は法律に定められたすべての権利を保有しておりますので", "。"},
	"Thai": {"สุนัข ป่าไม้ แม่น้ำ ประวัติ เมืองหลวง โรงพยาบาล อาจารย์ นักเรียน ดนตรี ภาพยนตร์ เครื่องบิน รถไฟ แอปเปิล กล้วย เศรษฐกิจ การเมือง วิทยาศาสตร์ เทคโนโลยี " +
		"คอมพิวเตอร์ โทรศัพท์ อากาศ ฤดูร้อน ฤดูหนาว ภูเขา ทะเล ทะเลทราย สัตว์ป่า พืชผัก อาคาร สะพาน ถนนใหญ่ กฎหมาย สัญญา บริษัท ตลาดสด ราคา ธนาคาร ประกันภัย " +
		"โรคภัย ยารักษา หัวใจ เลือด ผิวหนัง ดวงตา หูฟัง จมูก ฟันปลอม กระดูก การนอน ความฝัน ภาษา ตัวอักษร หนังสือ วารสาร นิทาน บทกวี ภาพวาด กีฬา ฟุตบอล ว่ายน้ำ",
		"โรค%sมีอาการทั่วไปอะไรบ้างที่ควรรู้", "ในฐานะแบบจำลองฉันไม่สามารถช่วยคำขอนี้ได้", "บริษัทขอสงวนสิทธิ์ทั้งหมดตามกฎหมาย", ""},
}

// TestScripts: known faults in sets of three languages without spaces are found, each where it is, and nothing in the clean rows.
func TestScripts(t *testing.T) {
	for language, s := range scriptWords {
		t.Run(language, func(t *testing.T) {
			r, words := rand.New(rand.NewPCG(1, 2)), strings.Fields(s.words)
			said := func(n int) []string {
				list := make([]string, n)
				for i := range list {
					list[i] = words[r.IntN(len(words))]
				}
				return list
			}
			text := func(words []string) string { return strings.Join(words, "") + s.end }
			var rows []row
			clean := func() row { // the positive holds the words of the query, in another order
				query := said(4)
				answer := append(append(said(5+r.IntN(6)), query[2], query[3], query[0], query[1]), said(5+r.IntN(6))...)
				return row{strings.Join(query, ""), text(answer), text(said(12 + r.IntN(12)))}
			}
			for range 300 {
				rows = append(rows, clean())
			}
			// These sets are made so that overlap and BM25 order them right.
			expected := []string{"shortcut-overlap", "shortcut-bm25", "shortcut-together"}
			found := runRows(t, rows, nil)
			for _, f := range found.Findings {
				if !slices.Contains(expected, f.Code) {
					t.Errorf("clean rows: %+v", f)
				}
			}
			if len(found.Findings) != len(expected) {
				t.Errorf("overlap and BM25 order the rows right, and %+v is found", found.Findings)
			}
			want := map[string][]int{}
			add := func(code string, faulty row) {
				want[code] = append(want[code], len(rows))
				rows = append(rows, faulty)
			}
			for range 30 { // enough for shares of a set
				changed := said(14)
				f := clean()
				f.Positive, f.Negative = text(changed), text(slices.Insert(slices.Clone(changed), 7, said(1)...))
				add("near-positive", f)
				f = clean()
				f.Query = fmt.Sprintf(s.template, said(1)[0])
				add("template", f)
				f = clean()
				f.Positive = s.refusal + s.end
				add("shared-positive", f)
				f = clean()
				f.Positive = s.notice + f.Positive
				add("boilerplate", f)
				f = clean()
				f.Negative = string([]rune(text(said(300)))[:400])
				add("cut-text", f)
			}
			f := rows[3]
			f.Positive = strings.Replace(f.Positive, words[0], words[1], 1) + said(1)[0]
			add("near-row", f)
			f = clean()
			f.Negative = text(said(9)) + rows[9].Positive + text(said(9))
			rows = append(rows, f)
			want["contained-text"] = []int{3, 9} // near-row has the words of row 3, and more
			f = clean()
			f.Positive = "...。"
			add("empty-text", f)
			f = clean()
			f.Negative = "This is not what the text of the others is about"
			add("mixed-languages", f)
			f = clean()
			f.Positive += " (Vulpes vulpes, Apple iPhone 15 Pro Max)"
			rows = append(rows, f)
			test := []row{{strings.Join([]string{rows[5].Query, "?"}, ""), text(said(14)), text(said(14))},
				{strings.Join(said(5), ""), rows[7].Positive + text(said(4)), text(said(14))}}
			found = runRows(t, rows, test)
			want["test-query-near"], want["test-document"] = []int{5}, []int{7}
			for code, places := range want {
				got, _ := flagged(found, code)
				missing := slices.DeleteFunc(slices.Clone(places), func(i int) bool { return slices.Contains(got, i) })
				others := slices.DeleteFunc(slices.Clone(got), func(i int) bool { return slices.Contains(places, i) })
				if len(missing)*50 > len(places) || len(others) > 0 {
					t.Errorf("%s: missing %v, flagged as well %v", code, missing, others)
				}
			}
			for _, f := range found.Findings {
				if want[f.Code] == nil && !slices.Contains(expected, f.Code) && f.Code != "in-batch" { // of the refusals
					t.Errorf("%s, which nobody put there: %s %+v", f.Code, f.Title, f.Examples[:min(1, len(f.Examples))])
				}
			}
		})
	}
}

// runRows audits rows, beside a test set where there is one.
func runRows(t *testing.T, rows, test []row) *Report {
	t.Helper()
	files := map[string]string{}
	for name, list := range map[string][]row{"rows.jsonl": rows, "test.jsonl": test} {
		var out strings.Builder
		for _, r := range list {
			_ = json.NewEncoder(&out).Encode(r) // a Builder takes all
		}
		files[name] = out.String()
	}
	files = write(t, files)
	o := Options{Files: []string{files["rows.jsonl"]}}
	if test != nil {
		o.Test = []string{files["test.jsonl"]}
	}
	return run(t, o)
}
