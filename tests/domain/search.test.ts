import { findsNothing } from "#shared/domain/search.ts";

describe("a search text", () => {
  it.each(["%", "_", "!?", "🙂🙂", "\\%".repeat(50), "- . -"])(
    "without a letter or digit finds nothing: %s",
    (text) => {
      expect(findsNothing(text)).toBe(true);
      expect(findsNothing("cats", text)).toBe(true);
    },
  );

  it.each(["", "a", "7", "%a%", "é", "猫", "٣", "🙂 cats"])("may find something: %j", (text) => {
    expect(findsNothing(text)).toBe(false);
    expect(findsNothing("", text)).toBe(false);
  });
});
