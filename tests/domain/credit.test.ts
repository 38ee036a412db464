import {
  CREDIT_PACKS,
  computeCreditsToRevoke,
  CURRENCY,
  computeSavingPercent,
} from "#shared/domain/billing/credit.ts";

describe("the packs of credits", () => {
  it("are four in US dollars, with a lower price per credit in larger packs", () => {
    expect(CURRENCY).toBe("USD");
    expect(CREDIT_PACKS.map((pack) => Object.values(pack))).toEqual([
      [2, 299, 150],
      [5, 599, 120],
      [10, 999, 100],
      [25, 1999, 80],
    ]);
  });

  it("state their saving against the base price, except the pack of 2 credits", () => {
    expect(CREDIT_PACKS.map(computeSavingPercent)).toEqual([null, 20, 33, 47]);
  });

  it("have a price per credit that is rounded to the cent", () => {
    for (const { credits, price, pricePerCredit } of CREDIT_PACKS)
      expect(Math.round(price / credits)).toBe(pricePerCredit);
  });
});

describe("credits that are revoked", () => {
  const bought = { credits: 5, amount: 599 };
  it.each([
    ["a full refund are all that were bought", 599, 0, 5],
    ["a refund of more than the price are all that were bought", 9999, 0, 5],
    ["a refund of half the price are rounded down", 300, 0, 2],
    ["the second half of a refund are the remaining ones", 599, 2, 3],
    ["a refund of less than a credit's price are none", 100, 0, 0],
    ["a refund whose credits were revoked before are none", 599, 5, 0],
    ["a refund of 0 are none", 0, 0, 0],
    ["a refund of less than was revoked before are none", 300, 5, 0],
  ])("after %s", (_what, refunded, taken, due) =>
    expect(computeCreditsToRevoke({ ...bought, refunded, taken })).toBe(due),
  );
});
