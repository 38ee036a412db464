import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Operations } from "#shared/contract/admin/operations.ts";

/** A string that changes when one of the running jobs of this kind changes its state. */
export const describeJobs = (
  { kinds }: Operations,
  name: Operations["kinds"][number]["job"],
): string => {
  const { running, waiting, awaiting } = kinds.find(({ job }) => job === name) ?? {};
  return [running, waiting, awaiting].join(" ");
};

/** Like `useQuery`, and fetches the data again whenever `progress` changes. */
export const useQueryWithProgress = <Data>(queryKey: QueryKey, progress: string) => {
  const client = useQueryClient();
  const loadedProgress = useRef(progress);
  useEffect(() => {
    if (loadedProgress.current === progress) return;
    loadedProgress.current = progress;
    void client.invalidateQueries({ queryKey });
  }, [client, progress, queryKey]);
  return useQuery<Data>({ queryKey });
};
