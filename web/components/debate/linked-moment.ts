import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import type { MomentView } from "#shared/contract/moment.ts";
import { MOMENT } from "#shared/domain/debate-picture.ts";
import { momentApiPath } from "#shared/domain/moment.ts";

interface LinkedMoment {
  /** As the address has it; undefined where it names none. */
  written: string | undefined;
  /** What the server knows of it. */
  view: MomentView | undefined;
}

/** The moment of a debate that a link has led to. */
export const useLinkedMoment = (debateId: number): LinkedMoment => {
  const written = useSearchParams()[0].get(MOMENT) ?? undefined;
  const { data: view } = useQuery<MomentView>({
    queryKey: [momentApiPath(debateId, written ?? "")],
    enabled: written !== undefined,
  });
  return { written, view };
};
