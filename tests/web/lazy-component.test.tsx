/** @jest-environment ./tests/web/browser.cjs */
import { configure, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";

configure({ asyncUtilTimeout: 60_000 });

const Plain = ({ text }: { text: string }) => <p>plain {text}</p>;
const Rich = ({ text }: { text: string }) => <p>rich {text}</p>;
const lost = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

describe("a part that the page can do without", () => {
  test("is shown when its code is there", async () => {
    const Part = lazyOptional(() => Promise.resolve({ default: Rich }), Plain);
    render(<Part text="words" />, { wrapper: Suspense });
    expect(await screen.findByText("rich words")).toBeTruthy();
  });

  test("gives way to something plainer when that does not come", async () => {
    const Part = lazyOptional<{ text: string }>(lost, Plain);
    render(<Part text="words" />, { wrapper: Suspense });
    expect(await screen.findByText("plain words")).toBeTruthy();
  });

  test("is fetched again when it is needed after a preload that failed", async () => {
    const answers = [lost, () => Promise.resolve({ default: Rich })];
    const Part = lazyOptional<{ text: string }>(() => answers.shift()?.() ?? lost(), Plain);
    await expect(Part.preload()).rejects.toThrow("Failed to fetch");
    render(<Part text="words" />, { wrapper: Suspense });
    expect(await screen.findByText("rich words")).toBeTruthy();
  });

  test("is left out where there is nothing plainer, and the page stays", async () => {
    const Part = lazyOptional<{ text: string }>(lost);
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
