import { MASKED_NAME, NameMask, StreamingNameMask } from "#shared/domain/name-mask.ts";

const mask = new NameMask([
  { provider: "openai", names: ["ChatGPT", "gpt-5.4"] },
  { provider: "grok", names: ["Grok", "grok-4.3"] },
  { provider: "claude", names: ["House Model", "claude-sonnet-5-5"] },
]);
const X = MASKED_NAME;

describe("a name in a blind debate", () => {
  it.each([
    ["I am ChatGPT.", `I am ${X}.`],
    ["I, Chat GPT, agree", `I, ${X}, agree`],
    ["made by OpenAI", `made by ${X}`],
    ["As GPT-5.4 I say", `As ${X} I say`],
    ["claude-sonnet-5-5 and Claude Sonnet 4.5", `${X} and ${X}`],
    ["Claude's view", `${X}'s view`],
    ["our HOUSE MODEL wins", `our ${X} wins`],
    ["**Grok**", `**${X}**`],
  ])("in %j is masked", (text, masked) => {
    expect(mask.mask(text).text).toBe(masked);
  });

  it.each(["Claudette grokked it", "an open AI for all", "the egpt river", "Xailing"])(
    "is not seen in %j",
    (text) => {
      expect(mask.mask(text)).toEqual({ text, named: new Set() });
    },
  );

  it("is reported with its provider", () => {
    expect(mask.mask("ChatGPT, Anthropic").named).toEqual(new Set(["openai", "claude"]));
  });
});

describe("a text in chunks", () => {
  const TEXT =
    "As Chat GPT of OpenAI, GPT-5.4 to be exact, I like an open door. Claude Sonnet 5.5! A house model? Grok";

  it.each([1, 2, 3, 5, 8, 1000])("is masked like the whole text, in chunks of %i", (size) => {
    const streaming = new StreamingNameMask(mask);
    let text = "";
    for (let at = 0; at < TEXT.length; at += size) {
      text += streaming.add(TEXT.slice(at, at + size));
      expect(text).not.toMatch(/gpt|openai|claude|sonnet|grok|house/i);
    }
    text += streaming.end();
    expect(text).toBe(mask.mask(TEXT).text);
    expect(streaming.named).toEqual(new Set(["openai", "claude", "grok"]));
  });

  it("is passed on at once where no name can begin", () => {
    const streaming = new StreamingNameMask(mask);
    expect(streaming.add("Cities should ban")).toBe("Cities should ban");
    expect(streaming.add(" cars, and C")).toBe(" cars, and ");
    expect(streaming.add("ars too")).toBe("Cars too");
  });

  it("is unchanged in other debates", () => {
    const streaming = new StreamingNameMask(null);
    expect(streaming.add("I am Grok") + streaming.end()).toBe("I am Grok");
  });
});
