import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { OutageBanner } from "#web/components/layout/outage-banner.tsx";
import {
  isServerReady,
  recordRecovery,
  recordOutage,
  useServerAvailability,
} from "#web/lib/api/server-availability.ts";

const READINESS_POLL_MS = 3000;

const refetchFailedQueries = (client: QueryClient): void => {
  void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
};

/** Polls the server during an outage. When the server is back, refetches failed queries. */
export const OutageWatch = () => {
  const client = useQueryClient();
  const { outage } = useServerAvailability();

  useEffect(() => {
    window.addEventListener("offline", recordOutage);
    return () => window.removeEventListener("offline", recordOutage);
  }, []);

  useEffect(() => {
    if (outage === null) return undefined;
    const checkReadiness = async () => {
      if (!(await isServerReady())) return;
      recordRecovery();
      refetchFailedQueries(client);
    };
    const timer = setInterval(() => void checkReadiness(), READINESS_POLL_MS);
    const handleOnline = () => void checkReadiness();
    window.addEventListener("online", handleOnline);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", handleOnline);
    };
  }, [outage, client]);

  return <OutageBanner outage={outage} />;
};
