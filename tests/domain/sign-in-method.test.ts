import {
  normalizeCode,
  isAuthenticatorCode,
  formatRecoveryCode,
} from "#shared/domain/accounts/sign-in-method.ts";

describe("a recovery code", () => {
  it("has sixteen unambiguous letters and digits in groups of four", () => {
    const every = [0, 240].map((from) =>
      formatRecoveryCode(Uint8Array.from({ length: 16 }, (_, n) => from + n)),
    );
    expect(every).toEqual(["ABCD-EFGH-JKLM-NPQR", "STUV-WXYZ-2345-6789"]);
  });

  it("has sixteen characters even for more random bytes", () => {
    expect(formatRecoveryCode(new Uint8Array(40))).toBe("AAAA-AAAA-AAAA-AAAA");
  });

  it("is normalized from any case, spaces and dashes", () => {
    expect(normalizeCode(" abcd-efgh jklm\tNPQR ")).toBe("ABCDEFGHJKLMNPQR");
  });
});

it.each([
  ["123456", true],
  ["000000", true],
  ["12345", false],
  ["1234567", false],
  ["12345A", false],
  ["١٢٣٤٥٦", false],
  ["123456\n", false],
  ["ABCDEFGHJKLMNPQR", false],
])("%j has the format of an authenticator app's code: %p", (code, isOne) => {
  expect(isAuthenticatorCode(code)).toBe(isOne);
});
