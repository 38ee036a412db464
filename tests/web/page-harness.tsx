import { act, configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router-dom";
import type { PageData } from "#shared/contract/page.ts";
import { App } from "#web/app/app.tsx";
import { hydrateQueryCache } from "#web/app/page-data.ts";
import { getPageComponent } from "#web/app/page-code.ts";
import { AppProviders } from "#web/app/app-providers.tsx";
import { createStyleCache } from "#web/components/theme/style-cache.ts";
import { getLiveSocket } from "#web/lib/socket/live-socket.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { useToasts } from "#web/lib/toast.ts";
import { buildTtsStatus, CONFIG as usual } from "./fixtures.ts";
import { type FakeApi, startFakeApi } from "./fake-api.ts";

// Loading and compiling code on first use takes long on a busy machine.
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message ?? "") });

declare const goTo: (url: string) => void;

/** jsdom does not implement dialogs. */
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

/** jsdom does not implement popovers. */
HTMLElement.prototype.hidePopover = () => {};

/** Computed once per file, because all pages have the same styles. */
const styles = createStyleCache("");

/** Starts a fake API for all tests of a file and sets the browser's origin to it. */
export const useFakeApi = (): (() => FakeApi) => {
  let api: FakeApi | undefined;
  beforeAll(async () => {
    // Responses and events change the page outside of `act`, as in a browser.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    api = await startFakeApi();
    goTo(api.origin);
  });
  afterEach(() => {
    useToasts.setState({ current: null, isOpen: false });
    // Pages share one socket, so an event that arrives late would change the next test's debate.
    getLiveSocket(null).disconnect();
  });
  afterAll(async () => {
    await api?.stop();
  });
  return () => {
    if (!api) throw new Error("The site is for hooks and tests only");
    return api;
  };
};

type Preloaded = PageData["queries"][number];

/** Renders the app at a path, hydrated with the given page data. */
export const renderAppPage = async (
  api: FakeApi,
  path: string,
  {
    config = usual,
    user = null,
    queries = [],
    isBare = false,
  }: Partial<PageData> & {
    /** Whether the queries of all pages are left out. */ isBare?: boolean;
  } = {},
) => {
  goTo(api.origin + path);
  const client = createQueryClient();
  // The server sends the results of these queries with every page.
  const status = [["/api/tts/status"], buildTtsStatus(config.tts)] satisfies Preloaded;
  const credits: Preloaded[] = user ? [[["/api/credits"], { credits: user.credits }]] : [];
  hydrateQueryCache(client, {
    config,
    user,
    queries: isBare ? queries : [status, ...credits, ...queries],
  });
  const { pathname } = new URL(path, api.origin);
  await act(() => getPageComponent(pathname, user !== null).preload());
  const page = render(
    <AppProviders client={client} styles={styles} nonce="" origin={api.origin}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </AppProviders>,
  );
  return { ...page, user: userEvent.setup() };
};

/**
 * Checks both texts in one poll, because on a slow machine the toast could disappear between two
 * polls.
 */
export const expectToast = (title: string, description: string): Promise<void> =>
  waitFor(() => {
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText(description)).toBeTruthy();
  });

export const isButtonDisabled = (button: HTMLElement): boolean =>
  button.matches(":disabled, [aria-disabled=true]");

/** Opens the first menu with this name and returns queries for its panel. */
export const openMenu = async (
  user: ReturnType<typeof userEvent.setup>,
  name: "Download" | "More",
) => {
  const [button] = screen.getAllByRole("button", { name });
  const [panel] = screen.getAllByRole("group", { name });
  if (!button || !panel) throw new Error(`no menu ${name}`);
  await user.click(button);
  const lines = within(panel);
  await lines.findAllByRole("button");
  return lines;
};

export const chooseMenuItem = async (
  user: ReturnType<typeof userEvent.setup>,
  name: "Download" | "More",
  line: string,
): Promise<void> => user.click((await openMenu(user, name)).getByRole("button", { name: line }));
