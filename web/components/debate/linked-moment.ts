import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import type { MomentView } from "#shared/contract/moment.ts";
import { MOMENT } from "#shared/domain/debate-picture.ts";
import { momentApiPath } from "#shared/domain/moment.ts";

interface LinkedMoment {
  /** As written in the URL; undefined if there is none. */
  written: string | undefined;
  /** Undefined until loaded. */
  view: MomentView | undefined;
}

/** The clip that the page's URL refers to. */
export const useLinkedMoment = (debateId: number): LinkedMoment => {
  const written = useSearchParams()[0].get(MOMENT) ?? undefined;
  const { data: view } = useQuery<MomentView>({
    queryKey: [momentApiPath(debateId, written ?? "")],
    enabled: written !== undefined,
  });
  return { written, view };
};
