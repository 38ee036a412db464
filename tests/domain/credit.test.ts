import { CREDIT_PACKS, CURRENCY, savingOf } from "#shared/domain/credit.ts";

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
    expect(CREDIT_PACKS.map(savingOf)).toEqual([null, 20, 33, 47]);
  });

  it("cost what a credit costs times its credits, to the cent that is rounded", () => {
    for (const { credits, price, pricePerCredit } of CREDIT_PACKS)
      expect(Math.round(price / credits)).toBe(pricePerCredit);
  });
});
