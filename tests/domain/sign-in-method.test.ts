import {
  normalizeCode,
  isAuthenticatorCode,
  formatRecoveryCode,
} from "#shared/domain/accounts/sign-in-method.ts";

describe("a code for recovery", () => {
  it("is sixteen letters that nobody takes for each other, in groups", () => {
    const every = [0, 240].map((from) =>
      formatRecoveryCode(Uint8Array.from({ length: 16 }, (_, n) => from + n)),
    );
    expect(every).toEqual(["ABCD-EFGH-JKLM-NPQR", "STUV-WXYZ-2345-6789"]);
  });

  it("has nothing but what it is of random bytes, however many there are", () => {
    expect(formatRecoveryCode(new Uint8Array(40))).toBe("AAAA-AAAA-AAAA-AAAA");
  });

  it("may be typed as one likes", () => {
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
])("%j is, or is not, a code of an app", (code, isOne) => {
  expect(isAuthenticatorCode(code)).toBe(isOne);
});
