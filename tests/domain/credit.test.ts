import {
  CREDIT_PACKS,
  computeCreditsToRevoke,
  CURRENCY,
  computeSavingPercent,
} from "#shared/domain/billing/credit.ts";

describe("the packs of credits", () => {
  it("are four, in US dollars, cheaper a credit the larger they are", () => {
    expect(CURRENCY).toBe("USD");
    expect(CREDIT_PACKS.map((pack) => Object.values(pack))).toEqual([
      [2, 299, 150],
      [5, 599, 120],
      [10, 999, 100],
      [25, 1999, 80],
    ]);
  });

  it("save against the base price, told for packs above 2 credits", () => {
    expect(CREDIT_PACKS.map(computeSavingPercent)).toEqual([null, 20, 33, 47]);
  });

  it("cost what a credit costs times its credits, to the cent that is rounded", () => {
    for (const { credits, price, pricePerCredit } of CREDIT_PACKS)
      expect(Math.round(price / credits)).toBe(pricePerCredit);
  });
});

describe("credits that go back with the money", () => {
  const bought = { credits: 5, amount: 599 };
  it.each([
    ["all of it", 599, 0, 5],
    ["more than all of it", 9999, 0, 5],
    ["half of it", 300, 0, 2],
    ["the second half of it", 599, 2, 3],
    ["less than a credit's price", 100, 0, 0],
    ["nothing more", 599, 5, 0],
    ["nothing", 0, 0, 0],
    ["less than credits were taken for", 300, 5, 0],
  ])("are those of %s", (_what, refunded, taken, due) =>
    expect(computeCreditsToRevoke({ ...bought, refunded, taken })).toBe(due),
  );
});
