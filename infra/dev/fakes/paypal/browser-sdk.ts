/** The part of PayPal's button options that the product uses. */
interface ButtonOptions {
  createOrder(data: { paymentSource: string }): Promise<string>;
  onApprove(data: object, actions: { restart(): void }): Promise<void>;
  onCancel?(data: object): void;
  onError?(err: unknown): void;
  onInit?(data: object, actions: object): void;
}

/**
 * The fake browser SDK. The fake sends this function as source text, so the function must not use
 * anything outside of itself. Styles are set one by one, because the page's CSP forbids inline
 * styles.
 */
const runInBrowser = (origin: string): void => {
  type Answer = "shown" | "approved" | "cancelled" | "closed";

  /** Resolves with the next answer of the payment window, or when the window is closed. */
  const waitForAnswer = (popup: Window, accepts: (answer: Answer) => boolean): Promise<Answer> =>
    new Promise((resolve) => {
      const finish = (answer: Answer) => {
        window.removeEventListener("message", onMessage);
        clearInterval(closedTimer);
        resolve(answer);
      };
      const onMessage = ({ source, data }: MessageEvent) => {
        if (source === popup && accepts(data?.answer)) finish(data.answer);
      };
      const closedTimer = setInterval(() => popup.closed && finish("closed"), 200);
      window.addEventListener("message", onMessage);
    });

  /**
   * Asks the buyer to approve the order, and again each time the merchant's page restarts the
   * approval. Returns whether the buyer approved.
   */
  const approveOrder = async (popup: Window, orderID: string, options: ButtonOptions) => {
    for (let declined = ""; ; declined = "&declined=1") {
      popup.location.href = `${origin}/paypal/checkout?token=${orderID}${declined}`;
      const answer = await waitForAnswer(popup, (given) => given !== "shown");
      if (answer !== "approved") return false;
      let isRestarted = false;
      const restart = () => {
        isRestarted = true;
      };
      await options.onApprove({ orderID, payerID: "STANDINPAYER" }, { restart });
      if (!isRestarted) return true;
    }
  };

  const pay = async (paymentSource: string, options: ButtonOptions): Promise<void> => {
    const popup = window.open(
      `${origin}/paypal/checkout`,
      "paypal-stand-in",
      "popup,width=460,height=640",
    );
    try {
      if (!popup) throw new Error("The browser did not open the payment window.");
      const [orderID] = await Promise.all([
        options.createOrder({ paymentSource }),
        // Until the window has loaded its first page, the browser ignores navigations that are not
        // caused by a click.
        waitForAnswer(popup, (answer) => answer === "shown"),
      ]);
      const isApproved = await approveOrder(popup, orderID, options);
      if (!isApproved) options.onCancel?.({ orderID });
    } catch (err) {
      options.onError?.(err);
    } finally {
      popup?.close();
    }
  };

  const createButton = (label: string, background: string, color: string): HTMLButtonElement => {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: label });
    const frame = { border: "0", borderRadius: "11px", marginBottom: "10px" };
    const size = { display: "block", width: "100%", minHeight: "48px" };
    const font = "600 16px system-ui, sans-serif";
    Object.assign(button.style, { ...size, ...frame, font, background, color });
    return button;
  };

  const Buttons = (options: ButtonOptions) => {
    const frame = document.createElement("div");
    const addButton = (source: string, label: string, background: string, color: string) => {
      const button = createButton(label, background, color);
      button.addEventListener("click", () => void pay(source, options));
      frame.append(button);
    };
    addButton("paypal", "Pay with PayPal (demo)", "#ffc439", "#14161d");
    addButton("card", "Debit or Credit Card (demo)", "#2c2e2f", "#ffffff");
    return {
      isEligible: () => true,
      render: async (container: HTMLElement | string) => {
        const found = typeof container === "string" ? document.querySelector(container) : container;
        if (!found) throw new Error("There is no container for the buttons.");
        found.append(frame);
        options.onInit?.({}, { enable: async () => {}, disable: async () => {} });
      },
      close: async () => frame.remove(),
      updateProps: async (changed: Partial<ButtonOptions>) => void Object.assign(options, changed),
    };
  };

  Object.assign(window, { paypal: { version: "stand-in", Buttons } });
};

/** Renders the script that replaces `https://www.paypal.com/sdk/js`. */
export const renderBrowserSdk = (origin: string): string =>
  `(${runInBrowser.toString()})(${JSON.stringify(origin)});`;
