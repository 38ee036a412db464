import { useEffect } from "react";

const LIVE_PREFIX = "● Live: ";

/** The document's title without the mark of a live debate. */
export const getPlainTitle = (): string => document.title.replace(LIVE_PREFIX, "");

/** While the debate on the page is live, marks the browser tab's title and icon. */
export const useLiveTab = (isLive: boolean): void =>
  useEffect(() => {
    if (!isLive) return undefined;
    const show = (prefix: string, icon: string) => {
      document.title = prefix + getPlainTitle();
      document.querySelector("[rel=icon]")?.setAttribute("href", icon);
    };
    show(LIVE_PREFIX, "/favicon-live.svg");
    return () => show("", "/favicon.svg");
  }, [isLive]);
