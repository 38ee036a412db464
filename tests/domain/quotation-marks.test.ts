import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";

test.each([
  ["en", "Say “no” to 'progress' and it's over", "“Say ‘no’ to ‘progress’ and it's over”"],
  ["en", "It's the dogs' owner who doesn't", "“It's the dogs' owner who doesn't”"],
  ["es", 'Dijo "no" y ‘nunca’ y «jamás»', "«Dijo “no” y “nunca” y “jamás”»"],
  ["es-ES", "Dijo “¿por qué?”", "«Dijo “¿por qué?”»"],
  ["es-MX", "Dijo «no»", "“Dijo ‘no’”"],
  ["es-419", "Dijo «no»", "“Dijo ‘no’”"],
  ["pt-BR", "Disse “não”", "“Disse ‘não’”"],
  ["pt-PT", "Disse “não”", "«Disse “não”»"],
  ["it", "Disse «no»", "«Disse “no”»"],
  ["fr", "Il dit : « Non ! » et l'ami part", "«~Il dit : “Non !” et l'ami part~»"],
  ["fr-CA", "Il dit «~Non~»", "«~Il dit “Non”~»"],
  ["de", "Er sagte „Nein“, »nie«, 'kaum'", "„Er sagte ‚Nein‘, ‚nie‘, ‚kaum‘“"],
  ["sv", "Han sa ”nej” och gick", "”Han sa ’nej’ och gick”"],
  ["ru", "Он сказал «нет»", "«Он сказал „нет“»"],
  ["zh", "他说“不”了", "“他说‘不’了”"],
  ["zh", '所谓"自由"是"好"', "“所谓‘自由’是‘好’”"],
  ["ja", '彼は"いいえ"と言った', "「彼は『いいえ』と言った」"],
  ["en", 'He said:"No"', "“He said:‘No’”"],
  ["he", 'בארה"ב אמרו "לא"', '”בארה"ב אמרו ’לא’”'],
  ["zh-Hant", "他說「不」了", "「他說『不』了」"],
  ["zh-Hant-TW", "他說“不”了", "「他說『不』了」"],
  ["zh-HK", "不", "「不」"],
  ["ja", "彼は「いいえ」と言った", "「彼は『いいえ』と言った」"],
])("quotes in %s have that language's marks: %s", (language, text, quoted) => {
  const insertSpaces = (marked: string) => marked.replaceAll("~", "\u202f");
  expect(wrapInQuotes(insertSpaces(text), language)).toBe(insertSpaces(quoted));
});

test.each([
  ["Es una corrección.", "«Es una corrección»"],
  ["¿Es una corrección?", "«¿Es una corrección?»"],
  ["Es una corrección...", "«Es una corrección...»"],
  ["Lo niegan los EE. UU.", "«Lo niegan los EE. UU.»"],
  ["Turnos, horas, etc.", "«Turnos, horas, etc.»"],
])("no full stop stands before a Spanish closing mark: %s", (text, quoted) => {
  expect(wrapInQuotes(text, "es")).toBe(quoted);
});

test("an English quote keeps its full stop", () => {
  expect(wrapInQuotes("It is a correction.", "en")).toBe("“It is a correction.”");
});
