import { findPasskeyProblem } from "#web/lib/auth/passkey-problem.ts";

describe("a passkey", () => {
  const find = (address: string, { isSecureContext = true, hasWebAuthn = true } = {}) =>
    findPasskeyProblem({ location: new URL(address), isSecureContext, hasWebAuthn });

  it.each(["http://localhost:3000", "https://debates.example", "https://debates.example:8443"])(
    "can be offered at %s",
    (address) => expect(find(address)).toBeNull(),
  );

  it.each([
    ["http://127.0.0.1:3000", "127.0.0.1", "http://localhost:3000"],
    ["http://127.0.0.1", "127.0.0.1", "http://localhost"],
    ["http://[::1]:3000", "[::1]", "http://localhost:3000"],
  ])("at %s leads to localhost", (address, hostname, localhost) => {
    expect(find(address)).toBe(`Passkeys don’t work at ${hostname}. Open ${localhost} instead.`);
  });

  it.each(["https://192.168.1.5", "https://[fe80::1]"])(
    "needs a domain name, not %s",
    (address) => {
      expect(find(address)).toMatch(/domain name/);
    },
  );

  it("needs https, except on localhost", () => {
    expect(find("http://debates.example", { isSecureContext: false })).toMatch(/https/);
  });

  it("needs a browser that supports it", () => {
    expect(find("https://debates.example", { hasWebAuthn: false })).toMatch(/browser/);
  });
});
