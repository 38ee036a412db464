/** @jest-environment ./tests/web/browser.cjs */
import { configure, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, useState } from "react";
import { Link, MemoryRouter, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { ErrorBoundary } from "#web/app/error-boundary.tsx";
import { lazyRequired } from "#web/lib/code-loading/lazy-component.tsx";
import { USER } from "./fixtures.ts";
import { renderAppPage, useFakeApi } from "./page-harness.tsx";
import { wrapWithStyles } from "./render-with-styles.tsx";

configure({ asyncUtilTimeout: 60_000 });

const fakeApi = useFakeApi();

const LOAD_ERROR_MESSAGE = "Couldn’t load this page.";
const RENDER_ERROR_MESSAGE = "Something went wrong.";

const Back = () => {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
};

const Debate = () => {
  const [pressed, setPressed] = useState(0);
  return <button onClick={() => setPressed(pressed + 1)}>Pressed {pressed}</button>;
};

const List = () => {
  if (useLocation().search === "?page=99") throw new Error("There is none");
  return <p>The list</p>;
};

/** Opens a page with a link to a list whose code fails to load the first `failures` times. */
const openDebate = (failures = 0) => {
  let remainingFailures = failures;
  const fetchList = jest.fn(async () => {
    remainingFailures -= 1;
    if (remainingFailures >= 0) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: List };
  });
  const ListPage = lazyRequired(fetchList);
  render(
    wrapWithStyles(
      <MemoryRouter initialEntries={["/debate/7"]}>
        <Back />
        <Link to="/debate/7#vote">Vote</Link>
        <Link to="/debates">List</Link>
        <Link to="/debates?page=99">Page 99</Link>
        <ErrorBoundary>
          <Suspense fallback="waiting">
            <Routes>
              <Route path="/debate/7" element={<Debate />} />
              <Route path="/debates" element={<ListPage />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
      </MemoryRouter>,
    ),
    { onCaughtError: () => {} },
  );
  const user = userEvent.setup();
  return {
    fetchList,
    go: (name: string) => user.click(screen.getByRole("link", { name })),
    press: (name: string) => user.click(screen.getByRole("button", { name })),
  };
};

describe("a page that fails", () => {
  test("can be left with the browser's Back button", async () => {
    const { go, press } = openDebate(1);
    await go("List");
    expect(await screen.findByText(LOAD_ERROR_MESSAGE)).toBeTruthy();
    await press("Back");
    expect(await screen.findByText("Pressed 0")).toBeTruthy();
    expect(screen.queryByText(LOAD_ERROR_MESSAGE)).toBeNull();
  });

  test("is fetched again on each visit until its code loads", async () => {
    const { fetchList, go, press } = openDebate(2);
    for (const times of [1, 2]) {
      await go("List");
      expect(await screen.findByText(LOAD_ERROR_MESSAGE)).toBeTruthy();
      expect(fetchList).toHaveBeenCalledTimes(times);
      await press("Back");
      await screen.findByText("Pressed 0");
    }
    await go("List");
    expect(await screen.findByText("The list")).toBeTruthy();
  });

  test("works at another address of the same page", async () => {
    const { go } = openDebate();
    await go("Page 99");
    expect(await screen.findByText(RENDER_ERROR_MESSAGE)).toBeTruthy();
    await go("List");
    expect(await screen.findByText("The list")).toBeTruthy();
  });
});

test("a page keeps its state while only the hash of its address changes", async () => {
  const { go, press } = openDebate();
  await press("Pressed 0");
  await go("Vote");
  expect(await screen.findByText("Pressed 1")).toBeTruthy();
});

test("a header that fails is replaced by the error page", async () => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  // React cannot render an object, so the header fails.
  const username = { name: "nobody" } as unknown as string;
  await renderAppPage(fakeApi(), "/info", { user: { ...USER, username } });
  expect(await screen.findByText(RENDER_ERROR_MESSAGE)).toBeTruthy();
});
