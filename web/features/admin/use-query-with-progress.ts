import { type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Operations } from "#shared/contract/admin/operations.ts";

/**
 * Returns the progress for `useQueryWithProgress`: the numbers of this job's unfinished runs in one
 * string. The data is loaded again when the string changes.
 */
export const describeJobs = (
  { kinds }: Operations,
  name: Operations["kinds"][number]["job"],
): string => {
  const { running, waiting, awaiting } = kinds.find(({ job }) => job === name) ?? {};
  return [running, waiting, awaiting].join(" ");
};

/** Like `useQuery`, but refetches the data whenever `progress` changes. */
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
