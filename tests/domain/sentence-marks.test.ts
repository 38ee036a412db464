import { splitCaptions, splitSpeech } from "#shared/domain/text/captions.ts";
import { trimToLastSentence } from "#shared/domain/text/sentence-excerpts.ts";
import { SentenceSplitter, splitSentences } from "#shared/domain/text/sentence-splitter.ts";

/** Speeches with a | between two sentences. */
const MARKS: readonly (readonly [what: string, speech: string])[] = [
  ["French closing marks", "« Pourquoi changer tout cela ? » |La réponse est simple."],
  ["French marks after a full stop", "Il dit : « C’est un luxe. » |Il a raison de le dire."],
  ["French marks before a comma", "« Pourquoi changer ? », dit-il. |La réponse est simple."],
  ["French marks before a colon", "Voici « la question ? » : elle est simple. |Elle reste posée."],
  ["German closing marks", "Er sagte: „Es ist eine Korrektur.“ |Firmen leisten genauso viel."],
  ["German inner marks", "Er sagte: „Sie rief: ‚Genug.‘“ |Firmen leisten genauso viel."],
  ["marks that point inward", "Er sagte: »Das ist ein Luxus.« |Firmen leisten genauso viel."],
  ["an opening » after a space", "Er kam sehr spät am Abend. |»Niemals wieder!«, rief sie laut."],
  ["Chinese runs of marks", "这样真的对所有人都公平吗？！|当然不是，没有人会相信这样的说法。"],
  [
    "Chinese marks before a comma",
    "他问“这样真的公平吗？”，没有人回答这个问题。|会议就这样在晚上结束了。",
  ],
  ["titles of books", "《你真的幸福吗？》这本书说，幸福不是奢侈品。|请大家都来读一读这本好书。"],
  ["Chinese brackets", "【这是第一个重要的结论。】|结果很清楚，大家都同意这个说法。"],
  ["an opening bracket", "这是第一个重要的结论和理由。|【结果】很清楚，大家都同意这个说法。"],
  [
    "opening Chinese marks",
    "没有人会相信这样的说法。|“我们不同意这样的看法。”|他这样对所有人解释说。",
  ],
  [
    "a quoted question",
    "对于“谁来照顾医院里的病人？”的问题，对方没有回答。|这是一个简单的事实，谁都知道。",
  ],
  [
    "a bracket before a full stop",
    "这样做对大家都好（难道不是这样吗？）。|这是一个简单的事实，谁都知道。",
  ],
  [
    "a quoted Japanese question",
    "相手は「なぜ働かないのですか？」と尋ねます。|でも答えは簡単で、誰でも知っています。",
  ],
  [
    "a Japanese sentence after a quoted one",
    "「このままでは仕事が終わらない。」|でも、それは本当の話ではありません。",
  ],
  ["Japanese marks", "誰もそのような話を信じていません。|「証拠が必要です」と彼は言いました。"],
];

const ABBREVIATIONS: readonly (readonly [what: string, speech: string])[] = [
  [
    "abbreviations in Spanish",
    "El Sr. Pérez no lo cree. |La Sra. Gil cita el art. 3 de la ley. |Nadie más lo niega.",
  ],
  [
    "abbreviations in Spanish",
    "Lo dijo la Dra. Ruiz ayer. |Véase la pág. 12 del informe. |Los EE. UU. lo niegan.",
  ],
  [
    "abbreviations in Portuguese",
    "A Dra. Costa discorda. |Algumas cidades, p. ex. Lisboa, já provaram. |Ninguém o nega.",
  ],
  [
    "abbreviations in French",
    "M. Dupont a tort ici. |Selon Mme. Martin, l’art. 5 de la loi suffit. |Elle ne l’a pas. |Elle ne l’aura pas.",
  ],
  [
    "abbreviations in German",
    "Das gilt z. B. Berlin. |Es kostet ca. 3 Mrd. Euro im Jahr. |Das stimmt nicht.",
  ],
  [
    "abbreviations in German",
    "Dr. Müller irrt sich. |Seit dem 1. Januar gilt Nr. 5 der Liste. |Im 19. Jahrhundert nicht.",
  ],
  [
    "abbreviations in English",
    "Mr. Smith disagrees. |The U.S. Senate voted on it. |J. Smith did not vote.",
  ],
  [
    "abbreviations in English",
    "On Jan. 6 it was clear. |It is written at No. 5 and p. 4 of it. |The answer is no. |Nobody wants it.",
  ],
  ["abbreviations in Hindi", "इस बात को डॉ. शर्मा नहीं मानते हैं। |यह उचित नहीं है।"],
];

const NO_ABBREVIATIONS: readonly (readonly [what: string, speech: string])[] = [
  [
    "words like abbreviations",
    "They say we don't. |Those who say we can't. |Everybody saw it on TV. |It was the BBC.",
  ],
  [
    "numbers",
    "The answer is forty, not 42. |Nobody knew in 2019. |They say it is a no. |Then it ended there.",
  ],
  ["one letter in Danish", "Det er den verden, vi lever i. |Derfor må vi handle nu."],
  ["one letter in Kurdish", "Ev gotin bi rastî rast e. |Lê her kes jê bawer nake."],
  ["one letter in Gujarati", "આ વાત ખરેખર સાચી છે. |તેથી આપણે તેને માનવી જોઈએ."],
  ["one letter in Korean", "우리가 믿을 수 있는 것. |다음은 그 이유를 말하겠습니다."],
  ["one letter in Vietnamese", "Điều đó hoàn toàn đúng ạ. |Nhưng không ai muốn tin."],
  ["consonants in Czech", "Nikdo z nich nechce smrt. |Ale všichni o ní mluví."],
];

const splitInPieces = (speech: string): string[] => {
  const splitter = new SentenceSplitter();
  return [...Array.from(speech).flatMap((each) => splitter.add(each)), ...splitter.end()];
};

describe.each([
  ["captions and reactions", splitSpeech],
  ["the voice", splitSentences],
  ["a voice that speaks while the text is written", splitInPieces],
])("the sentences for %s", (_user, split) => {
  it.each([...MARKS, ...ABBREVIATIONS, ...NO_ABBREVIATIONS])(
    "end in the right places near %s: %s",
    (_what, marked) => {
      const sentences = marked.split("|").map((sentence) => sentence.trim());
      expect(split(marked.replaceAll("|", ""))).toEqual(sentences);
    },
  );
});

test("the number of a speech's sentences never falls while the speech grows", () => {
  for (const [, marked] of [...MARKS, ...ABBREVIATIONS]) {
    const speech = marked.replaceAll("|", "");
    const counts = Array.from(
      speech,
      (_character, index) => splitSpeech(speech.slice(0, index)).length,
    );
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  }
});

test.each([
  ["Nadie lo cree. El Sr. Pér", "Nadie lo cree."],
  ["Nadie lo cree. El Sr.", "Nadie lo cree."],
  ["Non. « Pourquoi ? » Et pui", "Non. « Pourquoi ? »"],
  ["Il dit : «\u202fNon.\u202f» Et pui", "Il dit : «\u202fNon.\u202f»"],
  ["没有。他读了《幸福吗？》这", "没有。"],
])("a truncated text ends after its last whole sentence: %j becomes %j", (text, whole) => {
  expect(trimToLastSentence(text)).toBe(whole);
});

test.each([
  ["« Quoi ? », dit-il : « Non ! »", "«~Quoi~?~», dit-il~: «~Non~!~»"],
  ["Il y a ceci ; cela aussi.", "Il y a ceci~; cela aussi."],
  ["Er rief: »Nein!« und ging.", "Er rief: »Nein!« und ging."],
  ["It is so: there are none.", "It is so: there are none."],
])("no line of a caption can end at a French mark: %s", (speech, bound) => {
  expect(splitCaptions(speech)).toEqual([bound.replaceAll("~", "\u00a0")]);
});

describe("the pieces of a long sentence", () => {
  const words = "mot ".repeat(28);

  it("end after a German closing mark behind a comma", () => {
    const clause = `${"wort ".repeat(20)}wort,“`;
    expect(splitCaptions(`${clause} sagte ${words}`)[0]).toBe(clause);
  });

  it.each([
    ["a French question mark", `${words}chevaux ? « oui » et ainsi de suite`],
    ["French quotation marks", `${words}« bons » et ainsi de suite`],
    ["Chinese marks without a comma before", `${"字".repeat(60)}。”${"字".repeat(20)}`],
    ["a Chinese quotation", `${"字".repeat(59)}“${"字".repeat(20)}`],
    ["closing marks after a Chinese comma", `${"字".repeat(50)}，”${"字".repeat(20)}`],
  ])("do not begin or end at the wrong side of %s", (_what, speech) => {
    const captions = splitCaptions(speech);
    expect(captions.length).toBeGreaterThan(1);
    for (const caption of captions) {
      expect(caption).not.toMatch(/^[?!:;»“](?!\p{L})|^[，。”]/u);
      expect(caption).not.toMatch(/[«“‘]$/);
    }
  });
});
