import { hasUnsearchableText } from "#shared/domain/search.ts";

describe("a search text", () => {
  it.each(["%", "_", "!?", "🙂🙂", "\\%".repeat(50), "- . -", "ـــ", "ً"])(
    "without a letter or digit is unsearchable: %s",
    (text) => {
      expect(hasUnsearchableText(text)).toBe(true);
      expect(hasUnsearchableText("cats", text)).toBe(true);
    },
  );

  it.each(["", "a", "7", "%a%", "é", "猫", "٣", "🙂 cats"])("is searchable: %j", (text) => {
    expect(hasUnsearchableText(text)).toBe(false);
    expect(hasUnsearchableText("", text)).toBe(false);
  });
});
