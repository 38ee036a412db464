import { z } from "zod";
import { Debate, ListedLanguagesResponse } from "#shared/contract/debates/debate.ts";
import {
  createPaidDebate,
  insertFinishedTurns,
  startApiOnNewDatabase,
  type TestApi,
  type TestUser,
} from "./test-api.ts";

interface Example {
  language: string;
  topic: string;
  speech: string;
  /** Searches that find the debate. */
  found: string[];
  /** Searches that do not. */
  missed: string[];
}

const EXAMPLES: Example[] = [
  {
    language: "en",
    topic: "Should cities ban private cars?",
    speech: "Crowded buses are running late, and naïve cyclists have lost patience.",
    found: ["banning car", "run crowd", "runs", "naive", "NAÏVE", "cyclist", "city"],
    missed: ["care", "bustle"],
  },
  {
    language: "es",
    topic: "¿Debería la educación ser gratuita?",
    speech: "Las canciones corrían por la montaña; el pingüino callaba.",
    found: ["educacion", "EDUCACIÓN", "canción", "cancion", "correr", "montana", "pinguinos"],
    missed: ["cantar"],
  },
  {
    language: "de",
    topic: "Sollen Städte ihre Straßen sperren?",
    speech: "Die Häuser der Bürger stünden leer, sagte der Größte.",
    found: ["Haus", "hauser", "stadte", "strasse", "STRASSEN", "Bürgern", "grosste"],
    missed: ["Maus"],
  },
  {
    language: "fr",
    topic: "L’école doit-elle commencer plus tard ?",
    speech: "Les activités du cœur ont changé l'été des élèves.",
    found: ["ecole", "École", "activité", "activite", "coeur", "ete", "élève"],
    missed: ["acteur"],
  },
  {
    language: "pt",
    topic: "O trabalho remoto é melhor?",
    speech: "As nações não começaram a educação; os pães esfriaram.",
    found: ["nacoes", "NAÇÕES", "educacao", "começar", "comecaram", "paes", "trabalhos"],
    missed: ["nadar"],
  },
  {
    language: "hi",
    topic: "क्या स्कूलों में मोबाइल फ़ोन बंद होने चाहिए?",
    speech: "लड़कियाँ किताबें पढ़ती हैं।",
    found: ["लड़की", "लडकियां", "किताब", "फोन", "फ़ोन", "स्कूल"],
    missed: ["लकड़ी"],
  },
  {
    language: "ar",
    topic: "هل يجب أن تكون المدرسة مجانية؟",
    speech: "قرأ الطلاب الكِتَابَ في الإسلام، وقالت الأمّة رأيها بهدوءٍ.",
    found: ["كتاب", "الكتاب", "الكـتـاب", "الاسلام", "إسلام", "الامة", "المدرسه", "مدرسة", "طلاب"],
    missed: ["مكتبة"],
  },
  {
    language: "he",
    topic: "האם צריך לאסור מכוניות?",
    speech: "שָׁלוֹם לכל הילדים, אמר הַמּוֹרֶה.",
    found: ["שלום", "שָׁלוֹם", "המורה", "מכוניות"],
    missed: ["שלומי"],
  },
  {
    language: "zh",
    topic: "人工智能会取代老师吗？",
    speech: "中国经济发展非常快，学生们喜欢ChatGPT时代的课堂。",
    found: [
      "中国",
      "经济发展",
      "师",
      "老师",
      "快",
      "课堂",
      "chatgpt时代",
      "智能 学生",
      "人工智能会取代",
    ],
    missed: ["中经", "国中", "猫", "经济学生"],
  },
  {
    language: "ja",
    topic: "学校でスマートフォンを禁止すべきか？",
    speech: "東京の子どもたちは、プログラミングを楽しんでいる。",
    found: ["禁止", "東京", "スマートフォン", "ｽﾏｰﾄﾌｫﾝ", "プログラミング", "子ども", "楽"],
    missed: ["京東", "フロク", "大阪"],
  },
  {
    language: "ko",
    topic: "학교에서 휴대전화를 금지해야 할까?",
    speech: "고양이는 도서관에서 책을 읽었습니다.",
    found: ["고양이", "휴대전화", "도서관", "책", "금지 고양이", "학교"],
    missed: ["강아지", "이고양"],
  },
  {
    language: "th",
    topic: "โรงเรียนควรห้ามใช้โทรศัพท์มือถือหรือไม่",
    speech: "ประเทศไทยมีแมวน้อยอยู่ในบ้านหลังใหญ่",
    found: ["ประเทศไทย", "แมว", "บ้าน", "โทรศัพท์", "โรงเรียน แมว"],
    missed: ["สุนัข", "ไทยประเทศ"],
  },
];

let api: TestApi;
let owner: TestUser;
let admin: TestUser;
const topics = async (path: string, client = owner.client) =>
  (await client.get(path)).as(z.array(z.object({ topic: z.string() }))).map(({ topic }) => topic);
const find = (q: string, list = "/api/debates/public?sort=newest") =>
  topics(`${list}&q=${encodeURIComponent(q)}`);
const cases = (which: "found" | "missed") =>
  EXAMPLES.flatMap((example) => example[which].map((q) => [q, example] as const));

beforeAll(async () => {
  api = await startApiOnNewDatabase();
  [owner, admin] = [await api.person(), await api.person("admin")];
  for (const { language, topic, speech } of EXAMPLES) {
    const debate = await createPaidDebate(api, owner, { topic, language, maxTurns: 6 });
    await insertFinishedTurns(api, debate, 1);
    await api.sql("UPDATE turns SET content = $2 WHERE debate_id = $1", [debate.id, speech]);
  }
});
afterAll(() => api.close());

describe("a search in any language", () => {
  it.each(cases("found"))("finds %s", async (q, { topic }) => {
    expect(await find(q)).toEqual([topic]);
    expect(await find(q, "/api/debates/my?sort=newest")).toEqual([topic]);
  });

  it.each(cases("missed"))("does not find %s", async (q) => {
    expect(await find(q)).toEqual([]);
  });

  it.each(["educacion", "stadte", "المدرسه", "人工", "師", "มือถือ", "학교"])(
    "finds topics in the list of admins: %s",
    async (q) => {
      const found = (await admin.client.get(`/api/admin/debates?q=${encodeURIComponent(q)}`)).as(
        z.array(Debate),
      );
      expect(found).toHaveLength(q === "師" ? 0 : 1);
    },
  );

  it("of admins matches topics only", async () => {
    const found = await admin.client.get(`/api/admin/debates?q=${owner.user.username}`);
    expect(found.as(z.array(Debate))).toEqual([]);
  });

  it("can be filtered by language, whatever its script and region", async () => {
    const { topic } = await createPaidDebate(api, owner, {
      topic: "É melhor viver na cidade?",
      language: "pt-BR",
    });
    const portuguese = EXAMPLES.find(({ language }) => language === "pt");
    const list = (query: string) => topics(`/api/debates/public?sort=newest&${query}`);
    expect(await list("language=pt")).toEqual([topic, portuguese?.topic]);
    expect(await list("language=PT-pt&q=cidade")).toEqual([topic]);
    expect(await list("language=es&q=cidade")).toEqual([]);
    expect(await list("language=lo")).toEqual([]);
    const counted = await owner.client.get("/api/debates/public?sort=newest&language=pt");
    expect(counted.headers.get("x-total-count")).toBe("2");
  });

  it("compares only the stems of the language that the list is filtered by", async () => {
    const { topic } = await createPaidDebate(api, owner, {
      topic: "Un cas très rare",
      language: "fr",
    });
    const list = (query: string) => topics(`/api/debates/public?sort=newest&${query}`);
    expect(await list("q=casa&language=fr")).toEqual([topic]);
    expect(await list("q=casa&language=es")).toEqual([]);
  });

  it("cannot be filtered by an unknown language", async () => {
    for (const language of ["tlh", "", "e", "pt_BR", "en-Latn-US-x-1"]) {
      const answer = await owner.client.get(`/api/debates/public?language=${language}`);
      expect(answer.status).toBe(422);
      expect(answer.error.fields).toEqual({ language: "This language is not supported" });
    }
  });

  it("follows a change of the language before the first turn", async () => {
    const { id } = await createPaidDebate(api, owner, {
      topic: "Sobre taxing y corriendo",
      language: "en",
    });
    expect(await find("taxes")).toHaveLength(1);
    expect(await find("correr sobre")).toHaveLength(0);
    await owner.client.request("PATCH", `/api/debates/${id}`, { body: { language: "es-MX" } });
    expect(await find("taxes")).toHaveLength(0);
    expect(await find("correr sobre")).toHaveLength(1);
  });

  it("keeps the lexemes that the previous version looks for", async () => {
    const words = ["educación", "häuser", "naïve", "l’école"];
    for (const word of words) {
      const lexeme = `'${word}'`;
      const statement =
        "SELECT DISTINCT debate_id FROM debate_words WHERE words @@ to_tsquery('simple', $1)";
      expect(await api.sql(statement, [lexeme])).toHaveLength(1);
    }
  });

  it("lists the languages of listed debates only", async () => {
    const { id } = await createPaidDebate(api, owner, { topic: "Тайный вопрос", language: "ru" });
    const read = async () =>
      (await api.visitor().get("/api/debates/languages")).as(ListedLanguagesResponse);
    const known = ["ar", "de", "en", "es", "fr", "he", "hi", "ja", "ko", "pt", "th", "zh"];
    expect(await read()).toEqual([...known, "ru"].sort());
    await api.sql("UPDATE debates SET is_public = false WHERE id = $1", [id]);
    expect(await read()).toEqual(known);
    await api.sql("UPDATE debates SET is_public = true, is_unlisted = true WHERE id = $1", [id]);
    expect(await read()).toEqual(known);
    await api.sql("DELETE FROM debates");
    expect(await read()).toEqual([]);
  });
});
