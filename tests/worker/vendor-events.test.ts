import { Readable } from "node:stream";
import { vendorEvents } from "#worker/llm/vendor-events.ts";

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
const eventsOf = (answer: Response) => Readable.from(vendorEvents(answer)).toArray();

describe("the events of a reply", () => {
  it.each([
    ["without a name", ['data: {"a":', "1}\n\n"], [{ name: null, body: { a: 1 } }]],
    ["with one", ['event: ping\ndata: {"a":1}\n\n'], [{ name: "ping", body: { a: 1 } }]],
    ["with one, that are no JSON", ["event: ping\ndata: pong\n\n"], [{ name: "ping", body: null }]],
    ["with nothing in them", ["event: ping\ndata:\n\n"], []],
    ["up to the end", ["data: 1\n\ndata: [DONE]\n\ndata: 2\n\n"], [{ name: null, body: 1 }]],
    ["up to the end, whatever is behind it", ["data: [DONE] now\n\ndata: 2\n\n"], []],
    ["that only tell of an end", ['data: "[DONE]"\n\n'], [{ name: null, body: "[DONE]" }]],
    ["of none", [], []],
  ])("are heard %s", async (_what, pieces, events) => {
    expect(await eventsOf(response(pieces))).toEqual(events);
  });

  it("are one where nothing is streamed", async () => {
    expect(await eventsOf(response(['{"a":\n', "1}"], "application/json"))).toEqual([
      { name: null, body: { a: 1 } },
    ]);
    expect(await eventsOf(new Response("data: 1\n\n"))).toEqual([{ name: null, body: 1 }]);
  });

  it("are broken where one without a name is no JSON", async () => {
    await expect(eventsOf(response(["data: {broken\n\n"]))).rejects.toThrow(SyntaxError);
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
      name: "EndlessReply",
      message: "it has no end",
    });
  });
});
