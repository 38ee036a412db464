import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";

test.each([
  ["before closing marks", "Quoi ? Non ! Si : oui ; fin.", "Quoi~? Non~! Si~: oui~; fin."],
  ["inside of quotation marks", "« Bien », dit-il « oui ».", "«~Bien~», dit-il «~oui~»."],
  ["instead of narrow spaces", "«\u202fQuoi\u202f?\u202f»", "«~Quoi~?~»"],
  ["before emphasis that ends", "**Quoi ?**", "**Quoi~?**"],
  ["not in tables and code", "| :--- | et a :b", "| :--- | et a :b"],
  ["not between words", "Il y a", "Il y a"],
])("French texts have no-break spaces %s", (_where, text, bound) => {
  expect(bindPunctuation(text, "fr-CA")).toBe(bound.replaceAll("~", "\u00a0"));
});

test("texts in other languages keep their spaces", () => {
  expect(bindPunctuation("« Quoi ? »", "en")).toBe("« Quoi ? »");
});
