import { useEffect } from "react";
import { create } from "zustand";

const LIVE_PREFIX = "● Live: ";
const LIVE_ICON = "/favicon-live.svg";

const useLiveTabState = create(() => ({ isLive: false }));

/** While the page's debate is live, shows that in the browser tab's title and icon. */
export const useLiveTab = (isLive: boolean): void =>
  useEffect(() => {
    if (!isLive) return undefined;
    const icon = document.querySelector('link[rel="icon"]');
    const previousIcon = icon?.getAttribute("href") ?? "";
    icon?.setAttribute("href", LIVE_ICON);
    useLiveTabState.setState({ isLive: true });
    return () => {
      icon?.setAttribute("href", previousIcon);
      useLiveTabState.setState({ isLive: false });
    };
  }, [isLive]);

/** A page's title, marked while the page's debate is live. Never marked in the server's HTML. */
export const useTabTitle = (title: string): string =>
  useLiveTabState(({ isLive }) => isLive) ? LIVE_PREFIX + title : title;

/** The document's title without the mark. */
export const getPlainTitle = (): string => document.title.replace(LIVE_PREFIX, "");
