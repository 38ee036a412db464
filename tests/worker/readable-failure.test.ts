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

describe("a failure that an SDK is to read", () => {
  it.each([
    ["as the vendors say it", '{"error":{"message":"No."}}', '{"error":{"message":"No."}}'],
    [
      "in words",
      '{"error":"No.","code":"c","type":"t"}',
      '{"error":{"message":"No.","code":"c","type":"t"}}',
    ],
    [
      "without wrapping",
      '{"code":"c","detail":"No."}',
      JSON.stringify({ error: { message: '{"code":"c","detail":"No."}', code: "c" } }),
    ],
    ["as a page", "<html>No.", "<html>No."],
    ["as something else", '{"error":7}', '{"error":7}'],
    ["not at all", null, ""],
  ])("is said %s", async (_what, body, said) => {
    const answer = await asked(500, body);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([500, "7"]);
    expect(await answer.text()).toBe(said);
  });

  it("is read up to where it says nothing more", async () => {
    expect(await (await asked(500, "x".repeat(20_000))).text()).toHaveLength(20_000);
    const pieces = ["x".repeat(20_000), "y", "z"].map((text) => Buffer.from(text));
    expect(await (await asked(500, pieces)).text()).toBe("x".repeat(20_000));
  });

  it("is read whole where a letter comes in two pieces", async () => {
    const bytes = Buffer.from("né");
    expect(await (await asked(500, [bytes.subarray(0, 2), bytes.subarray(2)])).text()).toBe("né");
  });

  it("is none where the answer is good", async () => {
    expect(await (await asked(200, '{"error":"none"}')).text()).toBe('{"error":"none"}');
  });
});
