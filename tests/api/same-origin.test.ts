import { IncomingMessage, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import express, { type RequestHandler } from "express";
import {
  createOriginCheck,
  refuseCrossOrigin,
  refuseOtherSites,
  type TrustsProxy,
} from "#api/http/origin.ts";
import { DomainError } from "#shared/contract/errors.ts";

const OWN = "https://debate.example";
const trusting: TrustsProxy = (_address, hop) => hop === 0;
const wary: TrustsProxy = () => false;

const asking = (headers: IncomingHttpHeaders): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { headers });

describe("a request comes from", () => {
  it.each<[string, "same" | "cross" | "unknown", IncomingHttpHeaders]>([
    ["nobody knows where", "unknown", {}],
    ["the own pages", "same", { origin: OWN, "sec-fetch-site": "same-origin" }],
    ["the own pages, of a browser that says half of it", "same", { origin: OWN }],
    ["the own pages, of one that says the other half", "same", { "sec-fetch-site": "same-origin" }],
    ["another site", "cross", { "sec-fetch-site": "cross-site" }],
    ["a neighbouring site", "cross", { origin: OWN, "sec-fetch-site": "same-site" }],
    ["the address bar", "cross", { "sec-fetch-site": "none" }],
    ["another origin", "cross", { origin: "https://evil.example" }],
    ["another protocol", "cross", { origin: "http://debate.example" }],
    ["two words that differ", "cross", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["a host that calls itself so", "cross", { origin: "http://me", host: "me" }],
  ])("%s: %s", (_where, expected, headers) => {
    expect(createOriginCheck(OWN, trusting)(asking(headers))).toBe(expected);
  });

  const forwarded = {
    host: "inside:3000",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "debate.example",
  };
  it.each<[string, "same" | "cross", TrustsProxy, IncomingHttpHeaders]>([
    ["is the host that was asked", "same", wary, { origin: "http://me:3000", host: "me:3000" }],
    ["is no other host", "cross", wary, { origin: "http://me:3000", host: "me:3001" }],
    ["is not TLS by itself", "cross", wary, { origin: "https://me", host: "me" }],
    ["is what a trusted proxy says", "same", trusting, { origin: OWN, ...forwarded }],
    [
      "is what the first of several proxies says",
      "same",
      trusting,
      {
        origin: OWN,
        host: "inside:3000",
        "x-forwarded-proto": "https , http",
        "x-forwarded-host": ["debate.example", "inside"],
      },
    ],
    ["is not what anybody says", "cross", wary, { origin: OWN, ...forwarded }],
    [
      "is still the host that was asked, then",
      "same",
      wary,
      { origin: "http://inside:3000", ...forwarded },
    ],
    [
      "is the host that was asked where a trusted proxy is silent",
      "same",
      trusting,
      { origin: "http://me", host: "me" },
    ],
  ])("an origin that, without one of its own, %s: %s", (_what, expected, trusts, headers) => {
    expect(createOriginCheck(undefined, trusts)(asking(headers))).toBe(expected);
  });
});

describe("what is refused", () => {
  const check = createOriginCheck(OWN, wary);
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
    const said = await fetch(`http://127.0.0.1:${port}/`, { method, headers });
    const text = method === "HEAD" ? String(said.status) : await said.text();
    server.close();
    return text;
  };
  const REFUSED = "cross_origin: This request did not come from the product's own pages.";
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
  ])("of what changes something: %s from %j", async (method, headers, said) => {
    expect(await answer(refuseCrossOrigin(check), method, headers)).toBe(said);
  });

  it.each([
    ["GET", evil, REFUSED],
    ["GET", {}, "done"],
    ["GET", { origin: OWN }, "done"],
    ["POST", evil, REFUSED],
  ])("of what other sites may not even read: %s from %j", async (method, headers, said) => {
    expect(await answer(refuseOtherSites(check), method, headers)).toBe(said);
  });
});
