import { escapeHtml } from "#shared/domain/text/escape-html.ts";
import { renderPage } from "../page.ts";
import type { FakeOrder } from "./paypal-order.ts";

/** Sends the clicked button's action to the fake. Then notifies the page that opened the window. */
const SCRIPT = `
  const orderID = new URLSearchParams(location.search).get("token");
  for (const button of document.querySelectorAll("button"))
    button.addEventListener("click", async () => {
      const { act, answer } = button.dataset;
      for (const each of document.querySelectorAll("button")) each.disabled = true;
      document.querySelector("h1").textContent = "One moment…";
      await fetch("/paypal/checkout/" + orderID + "/" + act, { method: "POST" });
      opener?.postMessage({ answer }, "*");
    });`;

const renderPayPalPage = (body: string): string =>
  renderPage(
    "PayPal demo",
    `<p class="notice"><strong>PayPal demo. No real money is charged.</strong> Nothing you choose here costs anything.</p>${body}`,
  );

/**
 * Renders what PayPal's window shows until the order exists. Once shown, the window notifies the
 * page that opened it.
 */
export const renderWaitingPage = (): string =>
  renderPayPalPage(
    '<h1>One moment…</h1><script>opener?.postMessage({ answer: "shown" }, "*");</script>',
  );

export const renderApprovalPage = (
  { purchase_units: [unit] }: FakeOrder,
  isDeclined: boolean,
): string => {
  const amount = `${unit?.amount.value ?? ""} ${unit?.amount.currency_code ?? ""}`;
  return renderPayPalPage(`
<h1>${escapeHtml(unit?.description ?? "Your order")}</h1>
<p class="amount">${escapeHtml(amount)}</p>
${isDeclined ? '<p class="notice" role="alert">That card was declined. Choose another way to pay.</p>' : ""}
<button class="pay" data-act="approve" data-answer="approved">Pay now</button>
<button data-act="approve-declined" data-answer="approved">Pay with a card that is declined</button>
<button data-act="cancel" data-answer="cancelled">Cancel and return</button>
<script>${SCRIPT}</script>`);
};
