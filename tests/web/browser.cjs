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

/** A jsdom environment with Node's fetch and with reduced motion. */
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
      /** Changes the page's URL without loading it. */
      goTo: (url) => this.dom.reconfigure({ url }),
    });
    // Drops style elements, because no test needs them and jsdom would evaluate all rules too
    // often.
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

/** The mixin (of Stryker) reports the coverage of each test for mutation testing. */
module.exports = mixinJestEnvironment(BrowserEnvironment);
