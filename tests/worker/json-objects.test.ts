import { extractJsonObjects } from "#worker/llm/replies/extract-json-objects.ts";

describe("the JSON objects in a reply", () => {
  it.each([
    ["none", "I give it a seven.", []],
    ["one", '{"a": 1}', [{ a: 1 }]],
    ["several", 'First {"a": 1}, then {"a": 2}.', [{ a: 1 }, { a: 2 }]],
    ["one within another one, once", '{"a": {"b": {}}} {"c": 1}', [{ a: { b: {} } }, { c: 1 }]],
    ["one after an invalid object", '{so} {"a": 1}', [{ a: 1 }]],
    ["one within an invalid object", '{so: {"a": 1}}', [{ a: 1 }]],
    ["the inner one of an unclosed object", '{"a": {"b": 1}', [{ b: 1 }]],
    [
      "one whose strings contain braces and quotes",
      '{"a": "}\\"{", "b": "\\\\"}',
      [{ a: '}"{', b: "\\" }],
    ],
    ["none with an unclosed string", '{"a": "}', []],
    ["one with trailing commas", '{"a": [1,\n ], "b": "1,]" , }', [{ a: [1], b: "1,]" }]],
    ["one with line breaks in a string", '{"a": "1\n\t2\r"}', [{ a: "1\n\t2\r" }]],
    ["one that starts at the twentieth brace", `${"{so} ".repeat(19)}{"a": 1}`, [{ a: 1 }]],
    ["none after twenty braces", `${"{so} ".repeat(20)}{"a": 1}`, []],
    ["the first twenty", '{"a": 1}'.repeat(21), Array.from({ length: 20 }, () => ({ a: 1 }))],
  ])("are found: %s", (_what, reply, objects) => {
    expect(extractJsonObjects(reply)).toEqual(objects);
  });
});
