import { createDebateWith, registerUser, requestNextTurn } from "../helpers/api-client.ts";
import {
  type ProxyFault,
  startWebSocketProxy,
  type WebSocketProxy,
} from "../helpers/websocket-proxy.ts";
import { waitUntil } from "../harness.ts";
import { describeInBrowser } from "./browser-harness.ts";
import { findTurn } from "./steps.ts";

const LIVE_WITHIN_MS = 10_000;

describeInBrowser("a debate's page behind a proxy", (site) => {
  let proxy: WebSocketProxy;
  beforeAll(async () => {
    proxy = await startWebSocketProxy(site().stack.apis[0]?.port ?? 0);
  });
  afterAll(() => proxy.close());

  test.each<[string, ProxyFault]>([
    ["passes WebSockets", "none"],
    ["refuses WebSockets", "refuse"],
    ["accepts WebSockets and swallows their messages", "swallow"],
    ["swallows the browser's messages only", "one-way"],
    ["swallows all messages once a WebSocket is connected", "silence"],
    ["cuts WebSockets after 300 ms", "cut"],
  ])("that %s is live within 10 s", async (_, fault) => {
    site().allowConsoleErrors(/WebSocket/);
    Object.assign(proxy, { fault, isPolled: false });
    const owner = await registerUser(site().stack.origin);
    const { id } = await createDebateWith(owner, { maxTurns: 2 });
    const { page } = await site().visitor("/");
    await page.goto(`${proxy.origin}/debate/${id}`);
    await requestNextTurn(owner, id);
    await findTurn(page, 1).waitFor({ timeout: LIVE_WITHIN_MS });
    await waitUntil(() => proxy.isPolled || fault === "none");
    expect(proxy.isPolled).toBe(fault !== "none");
  });
});
