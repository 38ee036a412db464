import { detectTopicLanguage } from "#infra/language/detect-language.ts";
import { LANGUAGES, type Language } from "#shared/domain/debates/language/language.ts";

const TOPICS: Partial<Record<Language, string[]>> = {
  en: [
    "Should cities ban private cars from their centres?",
    "Does pineapple belong on pizza?",
    "Is a hot dog a sandwich?",
    "Is graffiti art?",
    "Should billionaires exist?",
    "Messi or Ronaldo",
    "Universal basic income",
  ],
  es: [
    "¿La tortilla de patatas lleva cebolla?",
    "¿Debería prohibirse el coche en el centro?",
    "Los toros deben prohibirse",
    "¿Existe Dios?",
  ],
  de: [
    "Sollen Autos aus der Innenstadt verschwinden?",
    "Hausaufgaben abschaffen",
    "Gehört Ananas auf Pizza?",
  ],
  fr: ["Faut-il interdire les voitures en ville ?", "La peine de mort doit-elle être rétablie ?"],
  pt: ["Os carros devem ser proibidos nas cidades?", "Devemos comer menos carne?"],
  hi: ["क्या शहरों में कारों पर प्रतिबंध लगना चाहिए?", "गृहकार्य बंद होना चाहिए"],
  ar: ["هل القراءة من الكتاب الورقي أفضل من القراءة على الشاشة؟", "هل الذكاء الاصطناعي خطير؟"],
  fa: ["آیا هوش مصنوعی خطرناک است؟"],
  ur: ["کیا مصنوعی ذہانت خطرناک ہے؟"],
  he: ["האם צריך לאסור מכוניות במרכז העיר?", "האם יש אלוהים?"],
  zh: ["城市应该禁止私家车吗？", "人工智能是危险的"],
  ja: ["都市は自家用車を禁止すべきか？", "猫は犬より良いですか"],
  ko: ["도시에서 자가용을 금지해야 하는가?"],
  ru: ["Следует ли запретить автомобили в центре города?"],
  uk: ["Чи треба заборонити автомобілі в центрі міста?"],
  it: ["Le auto dovrebbero essere vietate in città?"],
  id: ["Apakah mobil harus dilarang di pusat kota?"],
  tr: ["Arabalar şehir merkezinde yasaklanmalı mı?"],
  fil: ["Dapat bang ipagbawal ang mga sasakyan sa lungsod?"],
};

const EXAMPLES = Object.entries(TOPICS).flatMap(([language, topics]) =>
  topics.map((topic) => [language, topic]),
);

describe("the language of a topic", () => {
  test.each(EXAMPLES)("is %s for: %s", async (language, topic) => {
    expect(await detectTopicLanguage(topic, [])).toBe(language);
  });

  test.each<[string, Language[], Language]>([
    ["Messi Ronaldo", ["es", "en"], "es"],
    ["Pro-life", ["ja", "de"], "de"],
    ["Pro-life", ["ja", "ar"], "en"],
    ["猫比狗好", ["de", "zh"], "zh"],
    ["iPhone 手机比 Android 手机好吗", ["zh"], "zh"],
    ["iPhone 手机比 Android 手机好吗", [], "en"],
    ["Cats или собаки", ["ru"], "ru"],
    ["Cats или собаки", [], "en"],
    ["😀😀😀😀😀", ["fr"], "fr"],
    ["😀😀😀😀😀", [], "en"],
    ["12345", ["ja"], "ja"],
    ["\u0301".repeat(300), [], "en"],
    ["x".repeat(300), [], "en"],
    ["\u202ECats or dogs\u202C", [], "en"],
    ["\u202Eهل الذكاء الاصطناعي خطير؟", [], "ar"],
    ["Should cities ban private cars from their centres?", ["es"], "en"],
    ["¿La tortilla de patatas lleva cebolla?", ["en"], "es"],
    ["", ["de"], "de"],
  ])("is found for %j of a user who reads %j", async (topic, preferred, language) => {
    expect(await detectTopicLanguage(topic, preferred)).toBe(language);
  });

  test("is detected in less than 5 ms for 300 characters", async () => {
    const topic = "¿Debería prohibirse el coche en el centro de las ciudades? "
      .repeat(6)
      .slice(0, 300);
    await detectTopicLanguage(topic, []);
    const durations: number[] = [];
    for (let n = 0; n < 20; n++) {
      const begun = performance.now();
      await detectTopicLanguage(topic, ["ja", "ar", "de"]);
      durations.push(performance.now() - begun);
    }
    expect(durations.toSorted((a, b) => a - b)[10]).toBeLessThan(5);
  });

  test("can be any language that the detector knows", async () => {
    const { eld } = await import("eld/small");
    const codes = Object.values(eld.info().Languages);
    const unknown = codes.filter((code) => !(LANGUAGES as readonly string[]).includes(code));
    expect(unknown.toSorted()).toEqual(["ms", "tl"]);
  });
});
