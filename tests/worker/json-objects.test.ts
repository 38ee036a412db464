import { extractJsonObjects } from "#worker/llm/replies/extract-json-objects.ts";

describe("the JSON objects in a reply", () => {
  it.each([
    ["none", "I give it a seven.", []],
    ["one", '{"a": 1}', [{ a: 1 }]],
    ["several", 'First {"a": 1}, then {"a": 2}.', [{ a: 1 }, { a: 2 }]],
    ["one within another, once", '{"a": {"b": {}}} {"c": 1}', [{ a: { b: {} } }, { c: 1 }]],
    ["one after what only looks so", '{so} {"a": 1}', [{ a: 1 }]],
    ["one within what only looks so", '{so: {"a": 1}}', [{ a: 1 }]],
    ["none that is not closed", '{"a": {"b": 1}', [{ b: 1 }]],
    [
      "one whose strings have braces and marks",
      '{"a": "}\\"{", "b": "\\\\"}',
      [{ a: '}"{', b: "\\" }],
    ],
    ["none whose string is not closed", '{"a": "}', []],
    ["one with commas too many", '{"a": [1,\n ], "b": "1,]" , }', [{ a: [1], b: "1,]" }]],
    ["one with line breaks in a string", '{"a": "1\n\t2\r"}', [{ a: "1\n\t2\r" }]],
    ["the twentieth beginning", `${"{so} ".repeat(19)}{"a": 1}`, [{ a: 1 }]],
    ["no more than twenty beginnings", `${"{so} ".repeat(20)}{"a": 1}`, []],
    ["no more than twenty", '{"a": 1}'.repeat(21), Array.from({ length: 20 }, () => ({ a: 1 }))],
  ])("are found: %s", (_what, reply, objects) => {
    expect(extractJsonObjects(reply)).toEqual(objects);
  });
});
