import { buildFakePayPalVariables } from "#infra/dev/launcher/launch-plan.ts";
import { listCaptures } from "#infra/dev/fakes/paypal/paypal-order.ts";
import { startFakes, type FakeServers } from "#infra/dev/fakes/start-fakes.ts";
import { PayPalOrder } from "#infra/payments/paypal-order.ts";

let fakes: FakeServers;
let base: string;
beforeAll(async () => {
  fakes = await startFakes();
  base = buildFakePayPalVariables(fakes.port)["PAYPAL_BASE_URL"] ?? "";
});
afterAll(() => fakes.close());

const token = async (client = "stand-in") => {
  const response = await fetch(`${base}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${client}:secret`).toString("base64")}` },
    body: "grant_type=client_credentials",
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};
const call = async (method: string, path: string, body?: unknown, id?: string) => {
  const { body: bearer } = await token();
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${bearer["access_token"] ?? ""}`,
      "content-type": "application/json",
      ...(id !== undefined && { "paypal-request-id": id }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { id: string; name?: string },
  };
};

const ORDER = {
  intent: "CAPTURE",
  purchase_units: [{ custom_id: "7", amount: { currency_code: "USD", value: "5.99" } }],
};
const issueOf = (body: object): unknown =>
  (body as { details?: { issue: string }[] }).details?.[0]?.issue;

describe("the PayPal fake", () => {
  it("issues a token for every client id except the invalid one", async () => {
    expect((await token()).body).toMatchObject({ token_type: "Bearer", expires_in: 32_400 });
    expect(await token("bad-key")).toEqual({ status: 401, body: { error: "invalid_client" } });
  });

  it("rejects requests without a token", async () => {
    expect((await fetch(`${base}/v2/checkout/orders/X`)).status).toBe(401);
  });

  it("creates one order per request id and answers each time", async () => {
    const first = await call("POST", "/v2/checkout/orders", ORDER, "one");
    const again = await call("POST", "/v2/checkout/orders", ORDER, "one");
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toEqual(first.body);
    expect(PayPalOrder.parse(first.body)).toMatchObject({ status: "CREATED" });
  });

  it.each([
    ["a field that PayPal rejects", { ...ORDER, surprise: 1 }],
    ["no intent", { purchase_units: ORDER.purchase_units }],
    ["no purchase unit", { ...ORDER, purchase_units: [] }],
    [
      "an amount as a number",
      { ...ORDER, purchase_units: [{ amount: { currency_code: "USD", value: 5.99 } }] },
    ],
  ])("refuses an order with %s", async (_what, order) => {
    const { status, body } = await call("POST", "/v2/checkout/orders", order);
    expect([status, body.name]).toEqual([400, "INVALID_REQUEST"]);
  });

  it("captures an approved order once, and otherwise returns PayPal's issue", async () => {
    const { body: order } = await call("POST", "/v2/checkout/orders", ORDER);
    const capture = (id: string) => call("POST", `/v2/checkout/orders/${order.id}/capture`, {}, id);
    expect(issueOf((await capture("a")).body)).toBe("ORDER_NOT_APPROVED");
    await fetch(`${base}/checkout/${order.id}/approve`, { method: "POST" });
    expect((await capture("b")).status).toBe(201);
    expect((await capture("b")).status).toBe(200);
    expect(issueOf((await capture("c")).body)).toBe("ORDER_ALREADY_CAPTURED");
    expect(listCaptures(fakes.paypal.orders.find(order.id))).toHaveLength(1);
  });

  it("serves the browser's script and an approval page that says that no money moves", async () => {
    const script = await fetch(`${base}/sdk/js?client-id=stand-in&currency=USD`);
    expect(script.headers.get("content-type")).toContain("javascript");
    expect(await script.text()).toContain("Buttons");
    const { body: order } = await call("POST", "/v2/checkout/orders", ORDER);
    const approval = await (await fetch(`${base}/checkout?token=${order.id}`)).text();
    expect(approval).toContain("No real money is charged");
    expect(approval).toContain("5.99 USD");
  });
});
