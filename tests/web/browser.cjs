const { mixinJestEnvironment } = require("@stryker-mutator/jest-runner");
const { TestEnvironment } = require("jest-environment-jsdom");

const ignore = () => {};

class ResizeObserver {
  observe = ignore;
  disconnect = ignore;
}

class IntersectionObserver extends ResizeObserver {}

const matchMedia = () => ({
  matches: true,
  addEventListener: ignore,
  removeEventListener: ignore,
  addListener: ignore,
  removeListener: ignore,
});

/** A browser as far as components need one: jsdom, with Node's fetch, and calm by preference. */
class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { window } = this.dom;
    Object.assign(this.global, {
      AbortController,
      AbortSignal,
      Headers,
      PointerEvent: window.MouseEvent,
      Request,
      Response,
      IntersectionObserver,
      ResizeObserver,
      TextDecoder,
      TextEncoder,
      fetch: (path, init) => fetch(new URL(path, window.location.href), init),
      matchMedia,
      structuredClone,
      /** Sends the browser to an address, without loading it. */
      goTo: (url) => this.dom.reconfigure({ url }),
    });
    // What things look like a real browser tells: here every look at one would go through all rules.
    const { head } = window.document;
    const insertBefore = head.insertBefore.bind(head);
    head.insertBefore = (node, before) =>
      node.nodeName === "STYLE" ? node : insertBefore(node, before);
    window.scrollTo = ignore;
    window.scrollBy = ignore;
    window.HTMLElement.prototype.scrollIntoView = ignore;
    window.Range.prototype.getBoundingClientRect = () => new window.DOMRect();
    for (const name of ["hasPointerCapture", "setPointerCapture", "releasePointerCapture"])
      window.HTMLElement.prototype[name] = ignore;
  }

  exportConditions() {
    return ["node", "node-addons"];
  }
}

/** With a word to mutation testing about what each test reaches, where it is that which runs them. */
module.exports = mixinJestEnvironment(BrowserEnvironment);
