/** @jest-environment ./tests/web/browser.cjs */
import { configure, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import {
  lazyInServerHtml,
  lazyOptional,
  preloadParts,
} from "#web/lib/code-loading/lazy-component.tsx";

configure({ asyncUtilTimeout: 60_000 });

const Plain = ({ text }: { text: string }) => <p>plain {text}</p>;
const Rich = ({ text }: { text: string }) => <p>rich {text}</p>;
const failImport = () =>
  Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

describe("an optional lazy component", () => {
  test("is rendered when its code has loaded", async () => {
    const Part = lazyOptional(() => Promise.resolve({ default: Rich }), Plain);
    render(<Part text="words" />, { wrapper: Suspense });
    expect(await screen.findByText("rich words")).toBeTruthy();
  });

  test("is replaced by its fallback when its code fails to load", async () => {
    const Part = lazyOptional<{ text: string }>(failImport, Plain);
    render(<Part text="words" />, { wrapper: Suspense });
    expect(await screen.findByText("plain words")).toBeTruthy();
  });

  test("is fetched again after a failed preload", async () => {
    const answers = [failImport, () => Promise.resolve({ default: Rich })];
    const Part = lazyOptional<{ text: string }>(() => answers.shift()?.() ?? failImport(), Plain);
    await expect(Part.preload()).rejects.toThrow("Failed to fetch");
    render(<Part text="words" />, { wrapper: Suspense });
    expect(await screen.findByText("rich words")).toBeTruthy();
  });

  test("renders nothing when its code fails to load and it has no fallback", async () => {
    const Part = lazyOptional<{ text: string }>(failImport);
    render(
      <Suspense fallback="waiting">
        <p>The page</p>
        <Part text="words" />
      </Suspense>,
    );
    expect(await screen.findByText("The page")).toBeTruthy();
    expect(screen.queryByText(/words/)).toBeNull();
  });
});

describe("a part of the server's HTML", () => {
  test("is rendered at once after it was preloaded by its name", async () => {
    const Part = lazyInServerHtml("a-part", () => Promise.resolve({ default: Rich }));
    await preloadParts(["a-part", "no-such-part"]);
    render(<Part text="words" />, { wrapper: Suspense });
    expect(screen.getByText("rich words")).toBeTruthy();
  });

  test("does not keep the page from starting if its code cannot be loaded", async () => {
    const Part = lazyInServerHtml<{ text: string }>("a-lost-part", failImport, Plain);
    await preloadParts(["a-lost-part"]);
    render(<Part text="words" />, { wrapper: Suspense });
    expect(await screen.findByText("plain words")).toBeTruthy();
  });
});
