import { withNormalizedErrors } from "#worker/llm/http/normalize-error-response.ts";

const asked = (status: number, body: string | Uint8Array[] | null) => {
  const stream =
    typeof body === "object" && body !== null
      ? new ReadableStream({
          start(controller) {
            for (const bytes of body) controller.enqueue(bytes);
            controller.close();
          },
        })
      : body;
  const answer = new Response(stream, { status, headers: { "retry-after": "7" } });
  return withNormalizedErrors(async () => answer)("http://model/");
};

describe("an error response for an SDK", () => {
  it.each([
    ["in the vendors' format", '{"error":{"message":"No."}}', '{"error":{"message":"No."}}'],
    [
      "as a string",
      '{"error":"No.","code":"c","type":"t"}',
      '{"error":{"message":"No.","code":"c","type":"t"}}',
    ],
    [
      "without an error object",
      '{"code":"c","detail":"No."}',
      JSON.stringify({ error: { message: '{"code":"c","detail":"No."}', code: "c" } }),
    ],
    ["as a list", '[{"error":{"message":"No."}}]', '{"error":{"message":"No."}}'],
    ["as an empty list", "[]", "[]"],
    ["as HTML", "<html>No.", "<html>No."],
    ["as another JSON value", '{"error":7}', '{"error":7}'],
    ["without a body", null, ""],
  ])("is readable when it comes %s", async (_what, body, expected) => {
    const answer = await asked(500, body);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "7"]);
    expect(await answer.text()).toBe(expected);
  });

  it("is cut off after the chunk that exceeds the size limit", async () => {
    expect(await (await asked(500, "x".repeat(20_000))).text()).toHaveLength(20_000);
    const pieces = ["x".repeat(20_000), "y", "z"].map((text) => Buffer.from(text));
    expect(await (await asked(500, pieces)).text()).toBe("x".repeat(20_000));
  });

  it("is decoded correctly when a character is split across chunks", async () => {
    const bytes = Buffer.from("né");
    expect(await (await asked(500, [bytes.subarray(0, 2), bytes.subarray(2)])).text()).toBe("né");
  });

  it("is left unchanged when the status is 200", async () => {
    expect(await (await asked(200, '{"error":"none"}')).text()).toBe('{"error":"none"}');
  });
});
