import { createPayPalClient, type PayPalClient } from "#infra/payments/paypal-client.ts";
import { PayPalError } from "#infra/payments/paypal-error.ts";
import { TEST_TIMEOUT_MS } from "../harness.ts";
import {
  startScriptedPayPal,
  type ScriptedReply,
  createPayPalError,
  type ScriptedPayPal,
} from "../helpers/scripted-paypal.ts";

let script: ScriptedPayPal;
let paypal: PayPalClient;
beforeEach(async () => {
  script = await startScriptedPayPal();
  paypal = createPayPalClient(script.access, TEST_TIMEOUT_MS);
});
afterEach(() => script.close());

const purchase = { id: 7, createdAt: new Date(1_800_000_000_000) };
const ORDER = { id: "ORDER", status: "CREATED", purchase_units: [] };
const create = () =>
  paypal.createOrder({ purchase, amount: 1999, currency: "USD", description: "25 credits" });
const requestIds = (place: "create" | "capture" | "read") =>
  script.asked(place).map(({ headers }) => headers["paypal-request-id"]);
const refused = (asked: Promise<unknown>): Promise<PayPalError> =>
  asked.then(
    () => Promise.reject(new Error("was answered")),
    (err: unknown) => (err instanceof PayPalError ? err : Promise.reject(err)),
  );

describe("a request to PayPal", () => {
  it.each<[string, ScriptedReply]>([
    ["is cut", "cut"],
    ["never arrives", "silence"],
    ["breaks off", { isCutShort: true }],
    ["is an error that breaks off", { status: 503, isCutShort: true }],
    ["is a refusal that breaks off", { status: 422, isCutShort: true }],
    ["is a server error", { status: 500 }],
    ["is an error page of a proxy", { status: 502, body: "<html>Bad gateway" }],
    ["rejects the token", { status: 401 }],
    ["reports a timeout", { status: 408 }],
    ["reports that the first is still running", { status: 409 }],
    ["reports too many requests", { status: 429 }],
    ["is unreadable", { body: "<html>" }],
    ["does not match its schema", { body: { status: "CREATED" } }],
  ])("whose answer %s is repeated once with the same request id", async (_how, reply) => {
    // The client waits at most 2 s for each response. The response to the second request takes
    // less, and the test does not wait long for the missing first one.
    if (reply === "silence") paypal = createPayPalClient(script.access, 2000);
    script.says("create", reply, { body: ORDER });
    expect(await create()).toBe("ORDER");
    expect(requestIds("create")).toEqual(["order-7-1800000000000", "order-7-1800000000000"]);
  });

  it("is repeated after a second while PayPal still processes the first", async () => {
    script.says("create", { status: 409 }, { body: ORDER });
    const began = performance.now();
    await create();
    // A timer may fire early by less than a millisecond.
    expect(performance.now() - began).toBeGreaterThan(999);
  });

  it("is repeated only once, and its result stays unknown", async () => {
    script.says("create", { status: 503 });
    expect(await refused(create())).toMatchObject({ status: 503, isRefusal: false });
    expect(script.asked("create")).toHaveLength(2);
  });

  it.each([400, 403, 404, 422, 499])("that is refused with %i is not repeated", async (status) => {
    script.says("create", { ...createPayPalError("WRONG"), status });
    expect(await refused(create())).toMatchObject({ status, issue: "WRONG", isRefusal: true });
    expect(script.asked("create")).toHaveLength(1);
  });

  it.each([
    [
      "its detail",
      createPayPalError("ISSUE", "In detail.").body,
      { issue: "ISSUE", message: "In detail.", debugId: "debug" },
    ],
    [
      "its name and message",
      { name: "NAME", message: "In short." },
      { issue: "NAME", message: "In short." },
    ],
    ["its status", "no JSON", { issue: "", message: "PayPal answered 400" }],
  ])("that is refused reports why, by %s", async (_by, body, expected) => {
    script.says("create", { status: 400, body });
    expect(await refused(create())).toMatchObject(expected);
  });

  it("for a purchase states amount, description and the purchase's id", async () => {
    script.says("create", { body: ORDER });
    await create();
    const [asked] = script.asked("create");
    expect(JSON.parse(asked?.body ?? "")).toEqual({
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: "7",
          description: "25 credits",
          amount: { currency_code: "USD", value: "19.99" },
        },
      ],
      application_context: { shipping_preference: "NO_SHIPPING", user_action: "PAY_NOW" },
    });
  });

  it("to capture has its own id for each attempt and each database's purchase", async () => {
    script.says("capture", { body: ORDER });
    await paypal.captureOrder("ORDER", purchase, 1);
    await paypal.captureOrder("ORDER", purchase, 1);
    await paypal.captureOrder("ORDER", purchase, 2);
    await paypal.captureOrder("ORDER", { ...purchase, createdAt: new Date(0) }, 1);
    expect(requestIds("capture")).toEqual([
      "capture-7-1800000000000-1",
      "capture-7-1800000000000-1",
      "capture-7-1800000000000-2",
      "capture-7-0-1",
    ]);
    // Without this header PayPal responds to a capture with its id only.
    expect(script.asked("capture")[0]?.headers["prefer"]).toBe("return=representation");
  });

  it("for an unknown order returns null, and a refusal is an error", async () => {
    script.says("read", { status: 404 }, { status: 403 });
    expect(await paypal.getOrder("../a?b")).toBeNull();
    expect(script.asked("read")[0]?.path).toBe("/v2/checkout/orders/..%2Fa%3Fb");
    expect(await refused(paypal.getOrder("ORDER"))).toMatchObject({ status: 403 });
  });
});

describe("PayPal's token", () => {
  const token = (name: string, seconds: number) => ({
    body: { access_token: name, expires_in: seconds },
  });
  const tokensUsed = () => script.asked("read").map(({ headers }) => headers.authorization);
  const read = () => paypal.getOrder("ORDER");
  beforeEach(() => script.says("read", { body: ORDER }));

  it("is requested once, with the key, for concurrent requests", async () => {
    await Promise.all([read(), read(), read()]);
    await read();
    const [asked, ...more] = script.asked("token");
    expect(more).toEqual([]);
    expect(asked?.headers.authorization).toBe(`Basic ${btoa("client:secret")}`);
    expect(new Set(tokensUsed())).toEqual(new Set(["Bearer a token"]));
  });

  it("is replaced a minute before it expires, and not earlier", async () => {
    script.says("token", token("short", 59), token("long", 3600));
    for (let i = 0; i < 3; i++) await read();
    expect(tokensUsed()).toEqual(["Bearer long", "Bearer long", "Bearer long"]);
    expect(script.asked("token")).toHaveLength(2);
  });

  it("that expired is requested once more for concurrent requests", async () => {
    script.says("token", token("short", 59), token("long", 3600));
    await Promise.all([read(), read(), read()]);
    expect(tokensUsed()).toEqual(["Bearer long", "Bearer long", "Bearer long"]);
    expect(script.asked("token")).toHaveLength(2);
  });

  it("is requested again after a failure", async () => {
    script.says("token", "cut", { status: 503 }, token("at last", 3600));
    expect(await refused(read())).toMatchObject({ status: 503, isRefusal: false });
    await read();
    expect(tokensUsed()).toEqual(["Bearer at last"]);
  });

  it("that is refused fails the request, which is not sent", async () => {
    script.says("token", { status: 403, body: { name: "CLIENT", message: "Unknown client." } });
    expect(await refused(read())).toMatchObject({ message: "Unknown client.", isRefusal: true });
    expect(script.asked("read")).toEqual([]);
  });

  it("is kept after every error except its rejection", async () => {
    script.says("read", { status: 503 }, { status: 422 }, { status: 401 }, { body: ORDER });
    await refused(read());
    expect(script.asked("token")).toHaveLength(1);
    await read();
    expect(script.asked("token")).toHaveLength(2);
  });

  it("that is new is kept when the old one is rejected late", async () => {
    script.says("token", token("old", 3600), token("new", 3600));
    let refuseLate = () => undefined as void;
    const late = new Promise<void>((resolve) => (refuseLate = resolve));
    script.says("read", { status: 401, when: late }, { status: 401 }, { body: ORDER });
    const both = [read(), read()];
    await Promise.race(both);
    refuseLate();
    await Promise.all(both);
    expect(tokensUsed()).toEqual(["Bearer old", "Bearer old", "Bearer new", "Bearer new"]);
    expect(script.asked("token")).toHaveLength(2);
  });
});

describe("a webhook", () => {
  const HEADERS = {
    "paypal-auth-algo": "algorithm",
    "paypal-cert-url": "https://paypal.invalid/certificate",
    "paypal-transmission-id": "id",
    "paypal-transmission-sig": "signature",
    "paypal-transmission-time": "time",
  };
  const EVENT = '{ "b": 1.0, "a": "ü" }';
  const buildVerification = (verification_status: string) => ({ body: { verification_status } });

  it("is sent to PayPal unchanged, with its signature and the configured webhook id", async () => {
    script.says("verify", buildVerification("SUCCESS"));
    expect(await paypal.verifyWebhook(HEADERS, EVENT)).toBe(true);
    const [{ body } = { body: "" }] = script.asked("verify");
    expect(body).toContain(`"webhook_event":${EVENT}}`);
    expect(JSON.parse(body)).toMatchObject({
      auth_algo: "algorithm",
      cert_url: "https://paypal.invalid/certificate",
      transmission_id: "id",
      transmission_sig: "signature",
      transmission_time: "time",
      webhook_id: "webhook",
    });
  });

  it.each([
    ["PayPal reports as forged", buildVerification("FAILURE")],
    ["PayPal cannot read", { status: 400 }],
  ])("that %s is not genuine", async (_what, reply) => {
    script.says("verify", reply);
    expect(await paypal.verifyWebhook(HEADERS, EVENT)).toBe(false);
  });

  it("cannot be verified while PayPal is unavailable", async () => {
    script.says("verify", { status: 503 });
    expect(await refused(paypal.verifyWebhook(HEADERS, EVENT))).toMatchObject({ isRefusal: false });
  });

  it("with fields outside of its event is rejected without asking PayPal", async () => {
    script.says("verify", buildVerification("SUCCESS"));
    const event = '{},"webhook_id":"mine","x":{}';
    await expect(paypal.verifyWebhook(HEADERS, event)).rejects.toThrow(SyntaxError);
    expect(script.asked("verify")).toEqual([]);
  });

  it("is never genuine if no webhook is configured", async () => {
    script.says("verify", buildVerification("SUCCESS"));
    const { verifyWebhook } = createPayPalClient(
      { ...script.access, webhookId: undefined },
      TEST_TIMEOUT_MS,
    );
    expect(await verifyWebhook(HEADERS, EVENT)).toBe(false);
    expect(script.asked("verify")).toEqual([]);
  });
});
