import { readEventStream } from "#worker/llm/vendors/read-event-stream.ts";

const MEGABYTE = 2 ** 20;

/** A response in these pieces. */
const response = (pieces: readonly string[], type = "text/event-stream") =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    }),
    { headers: { "content-type": type } },
  );
const eventsOf = async (answer: Response) => {
  const heard: unknown[] = [];
  for await (const events of readEventStream(answer)) heard.push(...events);
  return heard;
};

describe("the events of a reply", () => {
  it.each([
    ["without a name", ['data: {"a":', "1}\n\n"], [{ a: 1 }]],
    ["with one", ['event: ping\ndata: {"a":1}\n\n'], [{ a: 1 }]],
    ["with one, that are no JSON", ["event: ping\ndata: pong\n\n"], [null]],
    ["with nothing in them", ["event: ping\ndata:\n\n"], []],
    ["up to the end", ["data: 1\n\ndata: [DONE]\n\ndata: 2\n\n"], [1]],
    ["up to the end, whatever is behind it", ["data: [DONE] now\n\ndata: 2\n\n"], []],
    ["that only tell of an end", ['data: "[DONE]"\n\n'], ["[DONE]"]],
    ["with lines that end in any way", ["data: 1\r\n\r", "\ndata: 2\r\rdata: 3\n\n"], [1, 2, 3]],
    ["with fields of which nobody knows", ["id: 1\nretry: soon\nmood: good\ndata: 1\n\n"], [1]],
    ["but for one that is not ended", ["data: 1\n\ndata: 2\n"], [1]],
    ["of none", [], []],
  ])("are heard %s", async (_what, pieces, events) => {
    expect(await eventsOf(response(pieces))).toEqual(events);
  });

  it("are one where nothing is streamed", async () => {
    expect(await eventsOf(response(['{"a":\n', "1}"], "application/json"))).toEqual([{ a: 1 }]);
    expect(await eventsOf(new Response("data: 1\n\n"))).toEqual([1]);
  });

  it("are told with characters that come in two pieces", async () => {
    const bytes = new TextEncoder().encode('data: "é"\n\n');
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes.slice(0, 8));
        controller.enqueue(bytes.slice(8));
        controller.close();
      },
    });
    expect(await eventsOf(new Response(body))).toEqual(["é"]);
  });

  it("are broken where one without a name is no JSON", async () => {
    await expect(eventsOf(response(["data: {broken\n\n"]))).rejects.toThrow(SyntaxError);
  });

  it("may be one of a megabyte where nothing is streamed, and no more", async () => {
    const answer = (length: number) =>
      eventsOf(response([`"${"x".repeat(length - 2)}"`], "application/json"));
    expect(await answer(MEGABYTE)).toHaveLength(1);
    await expect(answer(MEGABYTE + 1)).rejects.toThrow("it has no end");
  });

  const comment = (length: number) => `:${"x".repeat(length - 2)}\n`;
  it.each([
    ["a line of a megabyte", ["x".repeat(MEGABYTE), "\n\n"]],
    ["a line of a megabyte after others", ["a\nb", "x".repeat(MEGABYTE - 1), "\n\n"]],
    ["sixteen megabytes", Array.from({ length: 16 }, () => comment(MEGABYTE))],
  ])("may come in %s", async (_what, pieces) => {
    expect(await eventsOf(response(pieces))).toEqual([]);
  });
  it.each([
    ["a line of more than a megabyte", ["x".repeat(MEGABYTE), "x"]],
    ["a line of more than a megabyte after others", ["a\nb", "x".repeat(MEGABYTE)]],
    ["more than sixteen megabytes", [...Array.from({ length: 16 }, () => comment(MEGABYTE)), "\n"]],
  ])("have no end in %s", async (_what, pieces) => {
    await expect(eventsOf(response(pieces))).rejects.toMatchObject({
      name: "ReplyTooLargeError",
      message: "it has no end",
    });
  });
});
