import { once } from "node:events";
import { createServer } from "node:http";
import express from "express";
import { createErrorHandler, writeJsonError } from "#api/http/errors.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

const DOMAIN_ERROR = new DomainError("unavailable", "The audio is being made.");

describe("the error log", () => {
  /**
   * Returns the error lines of one request that fails. With `isLeaving`, the client disconnects
   * first.
   */
  const errorsAfter = async (failure: Error, isLeaving: boolean) => {
    const { logger, lines } = createMemoryLogger();
    const app = express();
    const answer = createErrorHandler({ logger, logDenial: () => undefined }, writeJsonError);
    const answered = new Promise<void>((resolve) => {
      app.use((_req, res, next) => {
        if (isLeaving) res.once("close", () => next(failure));
        else next(failure);
      });
      app.use(((err, req, res, next) => {
        answer(err, req, res, next);
        resolve();
      }) satisfies express.ErrorRequestHandler);
    });
    const server = createServer(app);
    const port = await listenLocally(server);
    const controller = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}/`, { signal: controller.signal }).catch(
      () => "left",
    );
    if (isLeaving) {
      await once(server, "request");
      controller.abort();
    }
    await answered;
    await asked;
    server.close();
    return lines.map(({ msg }) => msg);
  };

  it.each([
    ["an expected error while the client waits", DOMAIN_ERROR, false, [DOMAIN_ERROR.message]],
    ["no expected error after the client disconnected", DOMAIN_ERROR, true, []],
    [
      "an unexpected error even after the client disconnected",
      new Error("broken"),
      true,
      ["Something went wrong on our side. Please try again."],
    ],
  ])("contains %s", async (_which, failure, isLeaving, logged) => {
    expect(await errorsAfter(failure, isLeaving)).toEqual(logged);
  });
});
