import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import type { ClipView } from "#shared/contract/debates/clip.ts";
import { CLIP_PARAMETER } from "#shared/domain/debates/sharing/debate-picture.ts";
import { buildClipApiPath } from "#shared/domain/audio/clip.ts";

interface LinkedClipState {
  /** Value of the URL parameter; undefined if there is none. */
  parameter: string | undefined;
  /** The clip's content; undefined until loaded. */
  view: ClipView | undefined;
}

export const useLinkedClip = (debateId: number): LinkedClipState => {
  const parameter = useSearchParams()[0].get(CLIP_PARAMETER) ?? undefined;
  const { data: view } = useQuery<ClipView>({
    queryKey: [buildClipApiPath(debateId, parameter ?? "")],
    enabled: parameter !== undefined,
  });
  return { parameter, view };
};
