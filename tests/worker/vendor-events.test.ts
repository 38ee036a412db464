import { readEventStream } from "#worker/llm/vendors/responses/read-event-stream.ts";

const MEGABYTE = 2 ** 20;

/** A response with these chunks. */
const response = (pieces: readonly string[], type = "text/event-stream") =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of pieces) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
    { headers: { "content-type": type } },
  );
const eventsOf = async (answer: Response) => {
  const received: unknown[] = [];
  for await (const events of readEventStream(answer)) received.push(...events);
  return received;
};

describe("the events of a reply", () => {
  it.each([
    ["without a name", ['data: {"a":', "1}\n\n"], [{ a: 1 }]],
    ["with a name", ['event: ping\ndata: {"a":1}\n\n'], [{ a: 1 }]],
    ["with a name but without JSON", ["event: ping\ndata: pong\n\n"], [null]],
    ["with empty data", ["event: ping\ndata:\n\n"], []],
    ["up to the end marker", ["data: 1\n\ndata: [DONE]\n\ndata: 2\n\n"], [1]],
    ["up to an end marker with trailing text", ["data: [DONE] now\n\ndata: 2\n\n"], []],
    ["whose data only mentions the end marker", ['data: "[DONE]"\n\n'], ["[DONE]"]],
    ["with any kind of line end", ["data: 1\r\n\r", "\ndata: 2\r\rdata: 3\n\n"], [1, 2, 3]],
    ["with unknown fields", ["id: 1\nretry: soon\nmood: good\ndata: 1\n\n"], [1]],
    ["to the last one without its blank line", ["data: 1\n\ndata: 2\n"], [1, 2]],
    ["to the last one without a line end", ["data: 1\n\nda", "ta: 2"], [1, 2]],
    ["to the last one with half a line end", ["data: 1\r\n\r\ndata: 2\r"], [1, 2]],
    ["after blank lines", ["\n", " \n", "data: 1\n\n"], [1]],
    ["from an empty reply", [], []],
  ])("are parsed %s", async (_what, pieces, events) => {
    expect(await eventsOf(response(pieces))).toEqual(events);
  });

  it("are a single one when the reply is not streamed", async () => {
    expect(await eventsOf(response(['{"a":\n', "1}"], "application/json"))).toEqual([{ a: 1 }]);
    expect(await eventsOf(new Response("data: 1\n\n"))).toEqual([1]);
  });

  it.each([
    ["server-sent events as JSON", ["data: 1\n\n"], "application/json", [1]],
    ["JSON as text", ['\n{"a":', "\n1}"], "text/plain", [{ a: 1 }]],
    ["JSON as server-sent events", ['{"a":1}'], "text/event-stream", [{ a: 1 }]],
    [
      "JSON lines",
      ['{"a":1}\n{"a"', ':2}\r\n\n{"a":3}'],
      "application/x-ndjson",
      [{ a: 1 }, { a: 2 }, { a: 3 }],
    ],
    ["JSON lines with an end marker", ['{"a":1}\n[DONE]\n{"a":2}\n'], "text/plain", [{ a: 1 }]],
    ["an array", ['[{"a":1},\n{"a":2}]'], "application/json", [{ a: 1 }, { a: 2 }]],
    ["an array in one line", ['[{"a":1}]\n'], "application/json", [{ a: 1 }]],
    ["a web page", ["<html>", '{"a":1}'], "application/json", []],
    ["a sentence", ["Not Found"], "application/json", []],
  ])("are recognized by the first character: %s", async (_what, pieces, type, events) => {
    expect(await eventsOf(response(pieces, type))).toEqual(events);
  });

  it("are delivered as each JSON line ends", async () => {
    const lines = readEventStream(response(['{"a":1}\n{"a"', ":2}\n"]));
    expect([...((await lines.next()).value as Iterable<unknown>)]).toEqual([{ a: 1 }]);
    expect([...((await lines.next()).value as Iterable<unknown>)]).toEqual([{ a: 2 }]);
  });

  it("are invalid when a later JSON line is broken", async () => {
    await expect(eventsOf(response(['{"a":1}\n{broken\n']))).rejects.toThrow(SyntaxError);
  });

  it("are delivered up to the point where the connection breaks", async () => {
    let sent = false;
    const body = new ReadableStream({
      pull(controller) {
        if (sent) return controller.error(new Error("reset"));
        sent = true;
        controller.enqueue(new TextEncoder().encode("data: 1\n\ndata: 2"));
      },
    });
    const received: unknown[] = [];
    const read = async () => {
      for await (const events of readEventStream(new Response(body))) received.push(...events);
    };
    await expect(read()).rejects.toThrow("reset");
    expect(received).toEqual([1, 2]);
  });

  it("are decoded when a character is split across chunks", async () => {
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

  it("are invalid when an unnamed one is not JSON", async () => {
    await expect(eventsOf(response(["data: {broken\n\n"]))).rejects.toThrow(SyntaxError);
  });

  it("may be one of at most a megabyte when the reply is not streamed", async () => {
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
  ])("may contain %s", async (_what, pieces) => {
    expect(await eventsOf(response(pieces))).toEqual([]);
  });
  it.each([
    ["a line of more than a megabyte", ["x".repeat(MEGABYTE), "x"]],
    ["a line of more than a megabyte after others", ["a\nb", "x".repeat(MEGABYTE)]],
    ["a JSON line of more than a megabyte", ["{}\n", '{"', "x".repeat(MEGABYTE)]],
    [
      "a JSON document of more than a megabyte",
      [
        "{\n",
        ..." "
          .repeat(9)
          .split("")
          .map(() => " ".repeat(MEGABYTE / 8)),
      ],
    ],
    ["more than sixteen megabytes", [...Array.from({ length: 16 }, () => comment(MEGABYTE)), "\n"]],
  ])("are rejected as too large with %s", async (_what, pieces) => {
    await expect(eventsOf(response(pieces))).rejects.toMatchObject({
      name: "ReplyTooLargeError",
      message: "it has no end",
    });
  });
});
