import type { FakeOrder } from "./fake-orders.ts";

const HTML_ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => HTML_ENTITIES[sign] ?? "");

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 24rem; margin: 2rem auto; padding: 0 1.25rem; }
  .notice { padding: .6rem .8rem; border-radius: 11px; background: #fbefcf; color: #5c4100; font-size: 14px; }
  .declined { padding: .6rem .8rem; border-radius: 11px; background: #fdeaea; color: #b3202c; font-size: 14px; }
  h1 { font-size: 20px; margin: 1.5rem 0 0; }
  .amount { font-size: 34px; font-weight: 650; margin: .25rem 0 1.5rem; }
  button { display: block; width: 100%; min-height: 48px; margin-bottom: .75rem; border-radius: 11px;
    border: 1px solid #8a8f9c; background: none; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
  button.pay { background: #0070e0; border-color: #0070e0; color: #fff; }`;

/** Sends the clicked button's action to the fake. Then notifies the page that opened the window. */
const SCRIPT = `
  const orderID = new URLSearchParams(location.search).get("token");
  for (const button of document.querySelectorAll("button"))
    button.addEventListener("click", async () => {
      const { act, answer } = button.dataset;
      for (const each of document.querySelectorAll("button")) each.disabled = true;
      document.querySelector("h1").textContent = "One moment…";
      await fetch("/paypal/checkout/" + orderID + "/" + act, { method: "POST" });
      opener?.postMessage({ orderID, answer }, "*");
    });`;

const renderPage = (body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>PayPal demo</title><style>${STYLE}</style></head>
<body><p class="notice"><strong>PayPal demo. No real money is charged.</strong> Nothing you choose here costs anything.</p>${body}</body></html>`;

/**
 * Renders what PayPal's window shows until the order exists. Once shown, the window notifies the
 * page that opened it.
 */
export const renderWaitingPage = (): string =>
  renderPage('<h1>One moment…</h1><script>opener?.postMessage({ isShown: true }, "*");</script>');

export const renderApprovalPage = ({ request }: FakeOrder, isDeclined: boolean): string => {
  const [unit] = request.purchase_units;
  const amount = `${unit?.amount.value ?? ""} ${unit?.amount.currency_code ?? ""}`;
  return renderPage(`
<h1>${escapeHtml(unit?.description ?? "Your order")}</h1>
<p class="amount">${escapeHtml(amount)}</p>
${isDeclined ? '<p class="declined" role="alert">That card was declined. Choose another way to pay.</p>' : ""}
<button class="pay" data-act="approve" data-answer="approved">Pay now</button>
<button data-act="approve-declined" data-answer="approved">Pay with a card that is declined</button>
<button data-act="cancel" data-answer="cancelled">Cancel and return</button>
<script>${SCRIPT}</script>`);
};
