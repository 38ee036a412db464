import { readEnv } from "#infra/env.ts";
import { createHostCheck } from "#infra/http/host-check.ts";

const check = createHostCheck({
  publicOrigin: "https://debate.example",
  allowedHosts: readEnv({ ALLOWED_HOSTS: "Debate.LAN, 192.168.1.20,fe80::1" }).allowedHosts,
});

describe("the Host header", () => {
  it.each([
    "localhost",
    "localhost:3000",
    "localhost:",
    "LOCALHOST",
    "localhost.",
    "localhost.:3000",
    "127.0.0.1:1",
    "[::1]",
    "[::1]:3000",
    "debate.example",
    "Debate.Example.:8443",
    "debate.lan",
    "192.168.1.20:3000",
    "[fe80::1]:3000",
  ])("%s is served", (host) => {
    expect(check(host)).toBe(true);
  });

  it.each([
    undefined,
    "",
    ":3000",
    "evil.com",
    "localhost.evil.com",
    "127.0.0.1.nip.io",
    "evil-localhost",
    "localhost..",
    "sub.localhost",
    "debate.example.evil.com",
    "evil.debate.example",
    "127.0.0.2",
    "2130706433",
    "0.0.0.0",
    "10.0.0.1",
    "::1",
    "[::1",
    "[::2]:3000",
    "[::ffff:127.0.0.1]",
    "localhost@evil.com",
    "evil.com#localhost",
    "evil.com/localhost",
    "evil.com\\localhost",
    "localhost:80:80",
    "localhost:x",
    "localhost, evil.com",
    "localhost evil.com",
  ])("%s is refused", (host) => {
    expect(check(host)).toBe(false);
  });

  it("may be any IP address, but no other name, if addresses are allowed", () => {
    const served = createHostCheck({}, { allowAddresses: true });
    for (const host of ["10.1.2.3:9464", "[fd00::7]:9464", "localhost"])
      expect([host, served(host)]).toEqual([host, true]);
    for (const host of ["evil.com", "10.1.2.3.nip.io", "", undefined])
      expect([host, served(host)]).toEqual([host, false]);
  });
});

describe("ALLOWED_HOSTS", () => {
  it.each([
    "http://debate.lan",
    "debate.lan/path",
    "debate.lan:3000",
    "debate lan",
    "*.debate.lan",
    "*",
    "[debate.lan]",
    "a..b",
    "localhost,me@debate.lan",
  ])("stops the start with one sentence for %s", (value) => {
    expect(() => readEnv({ ALLOWED_HOSTS: value })).toThrow(
      "The configuration is invalid.\nALLOWED_HOSTS: must be host names without scheme, port and path",
    );
  });

  it("accepts names and addresses, and skips empty entries", () => {
    const { allowedHosts } = readEnv({ ALLOWED_HOSTS: " A.lan.,, [FD00::1] ,fd00::2,10.0.0.1," });
    expect(allowedHosts).toEqual(["a.lan", "[fd00::1]", "[fd00::2]", "10.0.0.1"]);
  });
});
