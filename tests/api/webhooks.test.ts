import type { Buyer, Shop } from "../shop.ts";
import { openShop } from "../shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());
afterEach(() => shop.paypal.faults.clear());

const SIGNATURE = {
  "paypal-auth-algo": "SHA256withRSA",
  "paypal-cert-url": "https://api.stand-in.invalid/certs/stand-in",
  "paypal-transmission-id": "d2f7e8a0-0000-4000-8000-000000000000",
  "paypal-transmission-sig": "bm90IGEgc2lnbmF0dXJl",
  "paypal-transmission-time": "2026-11-21T12:00:00.000Z",
};

const tell = (body: string, headers: Record<string, string> = SIGNATURE) =>
  shop.api.visitor().post("/api/webhooks/paypal", body, { headers });

const approvalOf = ({ orderId }: Buyer) =>
  JSON.stringify({ event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: orderId } });

/** A purchase that a webhook credited, and what PayPal sent for it. */
const creditedByWebhook = async () => {
  const buyer = await shop.order();
  const before = shop.paypal.webhooks.sent.length;
  shop.act(buyer, "approve");
  await shop.settled(buyer, "completed");
  return { buyer, sent: shop.paypal.webhooks.sent.slice(before) };
};

describe("a webhook", () => {
  it("credits the buyer who closed the tab after approving", async () => {
    const { buyer } = await creditedByWebhook();
    expect(await shop.credits(buyer)).toBe(6);
  });

  it("that comes twice, or after the next one, changes nothing", async () => {
    for (const effect of ["twice", "late"] as const) {
      const buyer = await shop.order();
      shop.paypal.faults.next({ at: "webhook", effect });
      shop.act(buyer, "approve");
      await shop.capture(buyer);
      await shop.settled(buyer, "completed");
      expect(await shop.credits(buyer)).toBe(6);
    }
  });

  it("that is told again later, word for word, is believed and changes nothing", async () => {
    const { buyer, sent } = await creditedByWebhook();
    expect(sent.length).toBeGreaterThan(0);
    for (const { headers, body } of sent) expect((await tell(body, headers)).status).toBe(200);
    expect(await shop.credits(buyer)).toBe(6);
  });

  it("without a signature, or with a wrong one, is refused with 400, and nothing moves", async () => {
    const buyer = await shop.order();
    shop.paypal.faults.next({ at: "webhook", effect: "lose" });
    shop.act(buyer, "approve");
    expect((await tell(approvalOf(buyer), {})).status).toBe(400);
    expect((await tell(approvalOf(buyer))).status).toBe(400);
    expect(await shop.status(buyer)).toBe("pending");
  });

  it("whose words were changed after it was signed is refused with 400", async () => {
    const { buyer, sent } = await creditedByWebhook();
    const [{ headers, body } = { headers: {}, body: "" }] = sent;
    const other = await shop.order();
    expect((await tell(body.replaceAll(buyer.orderId, other.orderId), headers)).status).toBe(400);
    expect((await tell(`${body} `, headers)).status).toBe(400);
  });

  it.each(["", "no json", '{},"webhook_id":"mine","x":{}', "[1]"])(
    "that reads %p is refused with 400",
    async (body) => {
      expect((await tell(body)).status).toBe(400);
    },
  );

  it("of more than 100 kB is refused with 413", async () => {
    expect((await tell(`"${"x".repeat(100_000)}"`)).status).toBe(413);
  });

  it("forged by somebody who knows the order moves nothing", async () => {
    const buyer = await shop.order();
    shop.paypal.faults.next({ at: "webhook", effect: "forge" });
    shop.act(buyer, "void");
    await shop.capture(buyer);
    expect(await shop.credits(buyer)).toBe(1);
  });

  it("is told again by PayPal when it could not be heeded", async () => {
    const buyer = await shop.order();
    shop.paypal.faults.next({ at: "read", effect: "status", times: 2 });
    shop.act(buyer, "approve");
    await shop.settled(buyer, "completed");
    expect(await shop.credits(buyer)).toBe(6);
  });

  it("comes from another origin, and without a session", async () => {
    const answer = await tell("{}", { origin: "https://elsewhere.example" });
    expect(answer.status).toBe(400);
    expect(answer.error.code).toBe("malformed");
  });
});
