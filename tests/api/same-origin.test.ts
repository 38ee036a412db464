import { IncomingMessage, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import express, { type RequestHandler } from "express";
import {
  createOriginCheck,
  rejectCrossOrigin,
  rejectCrossSite,
  requireSameOriginPage,
} from "#api/http/server/origin-check.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { testLogger } from "../harness.ts";
import { createMemoryLogger } from "../helpers/memory-logger.ts";

const OWN = "https://debate.example";

const asking = (headers: IncomingHttpHeaders): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { headers });

describe("a request comes from", () => {
  it.each<[string, "same" | "cross" | "unknown", IncomingHttpHeaders]>([
    ["an unknown origin", "unknown", {}],
    ["the own pages", "same", { origin: OWN, "sec-fetch-site": "same-origin" }],
    ["the own pages, with only an Origin header", "same", { origin: OWN }],
    [
      "the own pages, with only a Sec-Fetch-Site header",
      "same",
      { "sec-fetch-site": "same-origin" },
    ],
    ["another site", "cross", { "sec-fetch-site": "cross-site" }],
    ["another origin of the same site", "cross", { origin: OWN, "sec-fetch-site": "same-site" }],
    ["the address bar", "cross", { "sec-fetch-site": "none" }],
    ["another origin", "cross", { origin: "https://evil.example" }],
    ["another protocol", "cross", { origin: "http://debate.example" }],
    ["two contradicting headers", "cross", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["an origin that equals the Host header only", "cross", { origin: "http://me", host: "me" }],
  ])("%s: %s", (_where, expected, headers) => {
    expect(createOriginCheck(OWN, testLogger)(asking(headers))).toBe(expected);
  });

  const forwarded = {
    host: "inside:3000",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "debate.example",
  };
  it.each<[string, "same" | "cross", IncomingHttpHeaders]>([
    ["equals the host", "same", { origin: "http://me:3000", host: "me:3000" }],
    ["is another host", "cross", { origin: "http://me:3000", host: "me:3001" }],
    ["is https, although the request is not", "cross", { origin: "https://me", host: "me" }],
    ["has no host to compare with", "cross", { origin: "http://me" }],
    ["equals a forwarded host only", "cross", { origin: OWN, ...forwarded }],
    [
      "equals the host despite forwarding headers",
      "same",
      { origin: "http://inside:3000", ...forwarded },
    ],
  ])("an origin that, without PUBLIC_ORIGIN, %s: %s", (_what, expected, headers) => {
    expect(createOriginCheck(undefined, testLogger)(asking(headers))).toBe(expected);
  });
});

describe("a refused request", () => {
  const mismatchesOf = (publicOrigin: string | undefined, headers: IncomingHttpHeaders) => {
    const { logger, lines } = createMemoryLogger();
    expect(createOriginCheck(publicOrigin, logger)(asking(headers))).toBe("cross");
    return lines.flatMap(({ msg, origin, expected }) =>
      msg === "public_origin.mismatch" ? [[origin, expected]] : [],
    );
  };

  it.each<[string, string | undefined, IncomingHttpHeaders, string]>([
    ["behind a TLS proxy", undefined, { origin: "https://me", host: "me" }, "http://me"],
    [
      "under another name of the site",
      OWN,
      { origin: "https://www.debate.example", "sec-fetch-site": "same-origin" },
      OWN,
    ],
  ])("of the own pages %s is logged with both origins", (_where, configured, headers, expected) => {
    expect(mismatchesOf(configured, headers)).toEqual([[headers.origin, expected]]);
  });

  it.each<[string, IncomingHttpHeaders]>([
    ["another site", { origin: "https://evil.example", host: "debate.example" }],
    ["another site, as the browser says", { origin: OWN, "sec-fetch-site": "cross-site" }],
  ])("of %s is not logged as a mismatch", (_where, headers) => {
    expect(mismatchesOf(OWN, headers)).toEqual([]);
  });
});

describe("the guards against other origins", () => {
  const check = createOriginCheck(OWN, testLogger);
  const answer = async (guard: RequestHandler, method: string, headers: Record<string, string>) => {
    const app = express();
    app.use(guard, (_req, res) => void res.end("done"));
    const failing: express.ErrorRequestHandler = (err, _req, res, _next) => {
      const known = err instanceof DomainError;
      res.status(500).end(known ? `${err.code}: ${err.message}` : String(err));
    };
    app.use(failing);
    const server = app.listen(0);
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const response = await fetch(`http://127.0.0.1:${port}/`, { method, headers });
    const text = method === "HEAD" ? String(response.status) : await response.text();
    server.close();
    return text;
  };
  const REFUSED = "cross_origin: This request did not come from this site's pages.";
  const evil = { origin: "https://evil.example" };

  it.each([
    ["GET", evil, "done"],
    ["HEAD", evil, "200"],
    ["OPTIONS", evil, "done"],
    ["POST", evil, REFUSED],
    ["POST", {}, REFUSED],
    ["POST", { origin: OWN }, "done"],
    ["DELETE", evil, REFUSED],
    ["PUT", { origin: OWN }, "done"],
  ])("check a change: %s from %j", async (method, headers, expected) => {
    expect(await answer(rejectCrossOrigin(check), method, headers)).toBe(expected);
  });

  it.each([
    ["GET", evil, REFUSED],
    ["GET", {}, "done"],
    ["GET", { origin: OWN }, "done"],
    ["POST", evil, REFUSED],
  ])(
    "check a route that other sites may not read: %s from %j",
    async (method, headers, expected) => {
      expect(await answer(rejectCrossSite(check), method, headers)).toBe(expected);
    },
  );

  it.each([
    [{ "sec-fetch-site": "same-origin" }, "done"],
    [{ "x-requested-with": "debate" }, "done"],
    [{}, REFUSED],
    [evil, REFUSED],
    [{ ...evil, "x-requested-with": "debate" }, REFUSED],
  ])("check a GET with side effects: from %j", async (headers, expected) => {
    expect(await answer(requireSameOriginPage(check), "GET", headers)).toBe(expected);
  });
});
