import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { OutageBanner } from "#web/components/layout/outage-banner.tsx";
import { isReady, noteAnswer, noteOutage, useReachable } from "#web/lib/reachable.ts";

const ASK_AGAIN_MS = 3000;

const recover = (client: QueryClient): void => {
  void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
};

/** Polls the server during an outage and refetches failed queries when it is back. */
export const OutageWatch = () => {
  const client = useQueryClient();
  const { outage } = useReachable();

  useEffect(() => {
    window.addEventListener("offline", noteOutage);
    return () => window.removeEventListener("offline", noteOutage);
  }, []);

  useEffect(() => {
    if (outage === null) return undefined;
    const ask = async () => {
      if (!(await isReady())) return;
      noteAnswer();
      recover(client);
    };
    const timer = setInterval(() => void ask(), ASK_AGAIN_MS);
    const askNow = () => void ask();
    window.addEventListener("online", askNow);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", askNow);
    };
  }, [outage, client]);

  return <OutageBanner outage={outage} />;
};
