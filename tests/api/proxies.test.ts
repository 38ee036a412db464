import { createServer } from "node:http";
import { createApp } from "#api/app.ts";
import { readEnv } from "#infra/env.ts";
import { listenLocally } from "../helpers/listen-locally.ts";

/**
 * Returns the client address that a server counts, if the proxies before it send this
 * X-Forwarded-For header.
 */
const readCountedAddress = async (TRUST_PROXY: string, forwardedFor: string): Promise<string> => {
  const app = createApp(readEnv({ TRUST_PROXY }).trustProxy);
  app.get("/address", (req, res) => void res.send(req.ip));
  const server = createServer(app);
  const port = await listenLocally(server);
  const headers = { "X-Forwarded-For": forwardedFor };
  const response = await fetch(`http://127.0.0.1:${port}/address`, { headers });
  const address = await response.text();
  server.close();
  return address;
};

const USER = "198.51.100.7";
const CLOUDFLARE = "173.245.48.5";
const TLS_PROXY = "172.18.0.1";

it.each([
  ["one proxy", "1", USER],
  ["a TLS proxy before the included one", "2", `${USER}, ${TLS_PROXY}`],
  ["Cloudflare and a TLS proxy before it", "3", `${USER}, ${CLOUDFLARE}, ${TLS_PROXY}`],
])("users behind %s are counted by their own address", async (_, hops, forwardedFor) => {
  expect(await readCountedAddress(hops, forwardedFor)).toBe(USER);
  // An address that the user has forged comes before those that the proxies add.
  expect(await readCountedAddress(hops, `192.0.2.66, ${forwardedFor}`)).toBe(USER);
});
