import { useEffect } from "react";
import { isShortcut } from "#web/lib/shortcuts.ts";

/** What to do when somebody asks with "?" what keys there are. */
export const useQuestionMark = (ask: () => void): void =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && isShortcut(event)) ask();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [ask]);
