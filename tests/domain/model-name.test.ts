import { listModels, MODEL_NAME_PATTERN, nameSpeaker } from "#shared/domain/model-name.ts";

describe("the name of a model", () => {
  it("follows the provider's label, which stands alone for older turns", () => {
    expect(nameSpeaker("ChatGPT", "gpt-5.4")).toBe("ChatGPT, gpt-5.4");
    expect(nameSpeaker("ChatGPT", null)).toBe("ChatGPT");
    expect(nameSpeaker("ChatGPT", undefined)).toBe("ChatGPT");
  });

  it("is listed once with all its turns", () => {
    const turns = ["a", "b", "a", null].map((model, i) => ({ turnNumber: i + 1, model }));
    expect(listModels(turns)).toBe("a (turns 1, 3), b (turn 2)");
    expect(listModels([{ turnNumber: 1, model: null }])).toBe("");
  });

  it.each(["gpt-5.4", "anthropic/claude-sonnet-5-5", "llama3.2:3b", "gpt@2026-01-01", "m+1"])(
    "may be shown: %s",
    (name) => expect(name).toMatch(MODEL_NAME_PATTERN),
  );

  it.each(["", "/srv/models/llama.gguf", "C:\\models\\llama", "a b", "<b>", "a".repeat(101)])(
    "is not shown if it is no plain name: %s",
    (name) => expect(name).not.toMatch(MODEL_NAME_PATTERN),
  );
});
