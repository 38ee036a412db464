import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import express from "express";
import { createLogger } from "#infra/logger.ts";
import { redactUrl, logRequests } from "#api/http/server/log-requests.ts";
import { waitUntil } from "../harness.ts";

describe("the request log", () => {
  it("never contains a token from a URL", async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    });
    const app = express().use(
      logRequests(createLogger("info", "test", sink)),
      (_req, res) => void res.end(),
    );
    const server = createServer(app).listen(0);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await fetch(`http://localhost:${port}/api/admin-regen-audio/7?t=1&token=hunter2&retry=1`);
    const line = await waitUntil(() => lines[0]);
    expect(line).toContain("/api/admin-regen-audio/7?t=1&token=[redacted]&retry=1");
    expect(line).not.toContain("hunter2");
    server.close();
  });

  it.each([
    ["/api/user?password=hunter2&page=2", "/api/user?password=[redacted]&page=2"],
    ["/auth?username=ada&email=a@b.example", "/auth?username=[redacted]&email=[redacted]"],
    ["/api/tts/audio?turnId=7&text=my%20words", "/api/tts/audio?turnId=7&text=[redacted]"],
    ["/debates/public?q=herons&sort=newest", "/debates/public?q=[redacted]&sort=newest"],
    ["/?hunter2", "/?[redacted]"],
    ["/?turnId=1?token=hunter2", "/?turnId=1&token=[redacted]"],
    ["/?a b=c", "/?[redacted]"],
    ["/plain", "/plain"],
    [`/${"x".repeat(600)}`, `/${"x".repeat(499)}`],
  ])("shows %s as %s", (url, expected) => expect(redactUrl(url)).toBe(expected));
});
