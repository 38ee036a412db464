import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { Response } from "express";
import { abortOnClose } from "#api/http/responses/abort-on-close.ts";
import { listen, stopListening } from "#api/http/server/app-server.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

describe("starting a server", () => {
  it("on a port in use fails with a message for the operator", async () => {
    const first = createServer();
    const port = await listen(first, 0);
    const sentence = `Port ${port} is already in use. Set PORT to another one.`;
    await expect(listen(createServer(), port)).rejects.toThrow(sentence);
    await stopListening(first);
  });

  it("that fails for another reason rejects with that error", async () => {
    const server = createServer();
    const listening = listen(server, 0);
    const err = Object.assign(new Error("not permitted"), { code: "EACCES" });
    server.emit("error", err);
    await expect(listening).rejects.toBe(err);
    if (!server.listening) await once(server, "listening");
    await stopListening(server);
  });
});

it("the abort signal of a request fires when its client disconnects, even before it is created", async () => {
  const server = createServer();
  const port = await listenLocally(server);
  const controller = new AbortController();
  const asking = fetch(`http://127.0.0.1:${port}`, { signal: controller.signal }).catch(
    () => "left",
  );
  const [, res] = (await once(server, "request")) as [unknown, ServerResponse];
  const early = abortOnClose(res as Response);
  expect(early.aborted).toBe(false);
  const closed = once(res, "close");
  controller.abort();
  await Promise.all([asking, closed]);
  expect([early.aborted, abortOnClose(res as Response).aborted]).toEqual([true, true]);
  await stopListening(server);
});
