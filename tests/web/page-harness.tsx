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
import { CONFIG as usual } from "./fixtures.ts";
import { type FakeApi, startFakeApi } from "./fake-api.ts";

// Code is loaded and compiled when it is needed first; a loaded machine takes its time.
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message ?? "") });

declare const goTo: (url: string) => void;

/** jsdom has dialogs that do not open. */
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

/** And no popovers at all. */
HTMLElement.prototype.hidePopover = () => {};

/** Worked out once for all pages of a file: nobody sees them, and they are the same in each. */
const styles = createStyleCache("");

/** An API for all tests of a file, with the browser at its address. */
export const useFakeApi = (): (() => FakeApi) => {
  let api: FakeApi | undefined;
  beforeAll(async () => {
    // As in a browser, answers and pushes change the page at any time, not only inside `act`.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
    api = await startFakeApi();
    goTo(api.origin);
  });
  afterEach(() => useToasts.setState({ current: null, isOpen: false }));
  afterAll(async () => {
    getLiveSocket(null).disconnect();
    await api?.stop();
  });
  return () => {
    if (!api) throw new Error("The site is for hooks and tests only");
    return api;
  };
};

type Preloaded = PageData["queries"][number];

/** The product at a path, as a browser shows it that got this data with the page. */
export const renderAppPage = async (
  api: FakeApi,
  path: string,
  {
    config = usual,
    user = null,
    queries = [],
    isBare = false,
  }: Partial<PageData> & { /** Without what the server adds to the page. */ isBare?: boolean } = {},
) => {
  goTo(api.origin + path);
  const client = createQueryClient();
  // As the server sends them.
  const status = [["/api/tts/status"], { configured: config.tts }] satisfies Preloaded;
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
  return { ...page, hand: userEvent.setup() };
};

/** Looks for both in one go: a machine that halts in between would find the toast gone. */
export const expectToast = (title: string, description: string): Promise<void> =>
  waitFor(() => {
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByText(description)).toBeTruthy();
  });

/** Whether a button does nothing, for good or for now. */
export const isButtonDisabled = (button: HTMLElement): boolean =>
  button.matches(":disabled, [aria-disabled=true]");

/** Opens a menu of the page, the first of this name, and finds its lines. */
export const openMenu = async (
  hand: ReturnType<typeof userEvent.setup>,
  name: "Download" | "More",
) => {
  const [button] = screen.getAllByRole("button", { name });
  const [panel] = screen.getAllByRole("group", { name });
  if (!button || !panel) throw new Error(`no menu ${name}`);
  await hand.click(button);
  const lines = within(panel);
  await lines.findAllByRole("button");
  return lines;
};

/** Presses a line of a menu, which is opened for it. */
export const chooseMenuItem = async (
  hand: ReturnType<typeof userEvent.setup>,
  name: "Download" | "More",
  line: string,
): Promise<void> => hand.click((await openMenu(hand, name)).getByRole("button", { name: line }));
