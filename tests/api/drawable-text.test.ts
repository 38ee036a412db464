import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import type { DebateCard } from "#api/pages/picture/debate-card.ts";
import drawPicture from "#api/pages/picture/draw-picture.ts";
import { toDrawableText } from "#api/pages/picture/drawable-text.ts";
import { loadEmojiImages } from "#api/pages/picture/emoji-images.ts";
import { loadSlices } from "#api/pages/picture/font-slices.ts";
import { loadFonts } from "#api/pages/picture/fonts.ts";
import { createPictureLayout } from "#api/pages/picture/picture-layout.ts";

describe("the text of a share picture", () => {
  let glyphs: ReadonlySet<number>;
  const hasGlyph = (codePoint: number) => glyphs.has(codePoint);
  beforeAll(async () => {
    glyphs = new Set((await loadFonts()).flatMap((face) => Array.from(face.glyphs)));
  });

  it.each([
    ["a sign with a glyph", "Is P ≠ NP?", "Is P ≠ NP?"],
    ["an arrow", "x → y implies y → x", "x → y implies y → x"],
    ["a subscript, as a plain digit", "CO₂ ≥ 450 ppm is safe", "CO2 ≥ 450 ppm is safe"],
    ["letters without a glyph, as plain ones", "ⅷ ﬁne ｗｉｄｅ", "viii fine wide"],
    ["styled letters with a glyph", "𝗕𝗼𝗹𝗱 topic", "𝗕𝗼𝗹𝗱 topic"],
    ["a decomposed letter, composed", "Cafe\u0301s", "Cafés"],
    ["no emoji around the words", "👩‍👩‍👧 Are cats better? 🐈🏽", "Are cats better?"],
    ["no direction marks and line breaks", "One\u200e\n two", "One two"],
    ["a number's sign on the right side in Hebrew", "מס של 25% הוגן", "מס של %25 הוגן"],
    ["a hyphen before a number in Hebrew", "מ-25% מהמורים", "מ-%25 מהמורים"],
    ["a price in Hebrew", "האם ₪20 הוגן", "האם 20₪ הוגן"],
    ["a number's sign unchanged in Arabic", "هل ضريبة 25% عادلة", "هل ضريبة 25% عادلة"],
    ["a number's sign unchanged after Latin words", "מס ABC 25%", "מס ABC 25%"],
  ])("has %s", (_what, text, drawn) => {
    expect(toDrawableText(text, hasGlyph)).toBe(drawn);
  });

  it.each([
    ["only emoji without an image", "🎉🎉"],
    ["an emoji without an image between words", "Is 🐈 or 🐕 better?"],
    ["the tags of a flag without an image", "Is 🏴󠁧󠁢󠁥󠁮󠁧󠁿 a country?"],
    ["one letter of a script without glyphs", "Should ꊰ and all other big cities ban cars?"],
    ["a mark that belongs to no composed letter", "Is x\u0305 the mean?"],
    ["a sign without a glyph at the end", "Is this fine ꙮ"],
    ["more than 2000 characters", "a".repeat(2001)],
  ])("cannot be drawn with %s", (_what, text) => {
    expect(toDrawableText(text, hasGlyph)).toBeNull();
  });

  it.each([
    ["only emoji", "🎉🎉"],
    ["emoji between and after words", "Is 🐈 or 👩‍👩‍👧 better? 🇫🇷"],
    ["the flag of a region", "Is 🏴󠁧󠁢󠁥󠁮󠁧󠁿 a country?"],
    ["a heart and a keycap", "❤️ before 1️⃣"],
    ["a sign that is also an emoji", "Is © dead?"],
  ])("keeps %s as they are if there is an image of each", async (_what, text) => {
    const images = await loadEmojiImages(text, hasGlyph);
    expect(toDrawableText(text, hasGlyph, (emoji) => emoji in images)).toBe(text);
  });

  it("may be broken between Thai words, which have no spaces, and only there", async () => {
    const fonts = await loadSlices("น้ำ", "th", hasGlyph);
    const drawn = toDrawableText("ควรห้ามใช้โทรศัพท์ในโรงเรียนหรือไม่ now", (codePoint) =>
      [glyphs, ...fonts.map((font) => font.glyphs)].some((set) => set.has(codePoint)),
    );
    expect(drawn?.split("\u200b")).toContain("โรงเรียน");
    expect(drawn?.endsWith(" now")).toBe(true);
  });
});

test("the images of emoji are one per emoji, none for signs of the fonts and for unknown ones", async () => {
  const images = await loadEmojiImages(
    "🎉🎉 © ❤️ 🇫🇷 \u{1f9ff}\u200d\u{1f9ff}",
    (codePoint) => String.fromCodePoint(codePoint) === "©",
  );
  expect(Object.keys(images)).toEqual(["🎉", "❤️", "🇫🇷"]);
  for (const image of Object.values(images))
    expect(Buffer.from(image.split(",")[1] ?? "", "base64").toString()).toContain("<svg");
});

const CARD: DebateCard = {
  topic: "Is this right?",
  language: "en",
  for: "ChatGPT",
  against: "Claude",
  models: "",
  format: "Standard",
  judge: "Grok",
  product: "Chatbot Debate",
};

test("a picture does not draw a quote with signs that no font has", async () => {
  const drawWithQuote = (text: string) => drawPicture({ ...CARD, quote: { text, role: "bot_a" } });
  const plain = Buffer.from(await drawWithQuote(""));
  expect(plain.equals(await drawWithQuote("Ban ꆈꌠꁱꂷ"))).toBe(true);
  expect(plain.equals(await drawWithQuote("博物馆应该归还这些文物。"))).toBe(false);
  expect(plain.equals(await drawWithQuote("Museums should return it."))).toBe(false);
});

test("a picture keeps French marks on the line of their word", () => {
  const card = { ...CARD, topic: "Est-ce juste ?", language: "fr" };
  expect(JSON.stringify(createPictureLayout(card, []))).toContain("Est-ce juste\u00a0?");
});

describe("the font slices of a text", () => {
  const loadNames = async (text: string, language: LanguageTag) =>
    (await loadSlices(text, language, () => false)).map(({ font }) => font.name.replace(/ .*/, ""));

  it.each([
    ["Chinese", "城市应该", "zh", "@fontsource/noto-sans-sc"],
    ["Japanese", "学校は", "ja", "@fontsource/biz-udpgothic"],
    ["Korean", "도시는", "ko", "@fontsource/nanum-gothic"],
    ["Thai", "เมืองควร", "th", "@fontsource/noto-sans-thai"],
    ["Lao", "ເມືອງ", "lo", "@fontsource/noto-sans-lao"],
    ["Khmer", "ទីក្រុង", "km", "@fontsource/noto-sans-khmer"],
    ["Bengali", "শহরে", "bn", "@fontsource/noto-sans-bengali"],
    ["Gujarati", "શહેર", "gu", "@fontsource/noto-sans-gujarati"],
    ["Punjabi", "ਸ਼ਹਿਰ", "pa", "@fontsource/noto-sans-gurmukhi"],
    ["Kannada", "ನಗರ", "kn", "@fontsource/noto-sans-kannada"],
    ["Malayalam", "നഗരം", "ml", "@fontsource/noto-sans-malayalam"],
    ["Odia", "ସହର", "or", "@fontsource/noto-sans-oriya"],
    ["Tamil", "நகரம்", "ta", "@fontsource/noto-sans-tamil"],
    ["Telugu", "నగరం", "te", "@fontsource/noto-sans-telugu"],
    ["Amharic", "ከተማ", "am", "@fontsource/noto-sans-ethiopic"],
    ["Armenian", "քաղաք", "hy", "@fontsource/noto-sans-armenian"],
    ["Georgian", "ქალაქი", "ka", "@fontsource/noto-sans-georgian"],
  ] as const)("are those of the font for %s", async (_name, text, language, family) => {
    expect(new Set(await loadNames(text, language))).toEqual(new Set([family]));
    const slices = await loadSlices(text, language, () => false);
    for (const character of text.normalize("NFC"))
      expect(slices.some(({ glyphs }) => glyphs.has(character.codePointAt(0) ?? 0))).toBe(true);
  });

  it("are not loaded for a text without such letters", async () => {
    expect(await loadNames("Ｗｉｄｅ 🎉 → ≠", "ja")).toEqual([]);
  });

  it("cover a text in two scripts", async () => {
    const text = "東京と서울";
    const slices = await loadSlices(text, "ja", () => false);
    for (const character of text)
      expect(slices.some(({ glyphs }) => glyphs.has(character.codePointAt(0) ?? 0))).toBe(true);
  });
});
