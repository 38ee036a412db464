import { queryOptions } from "@tanstack/react-query";
import type { DebateAudio } from "#shared/contract/audio.ts";

/** One turn that is made anew is nobody's job, and pushes nothing to admins. */
const LOOK_AGAIN_MS = 2000;

/** Every finished turn's recording; asked for again while one of them is being made. */
export const debateAudioQuery = (debateId: number) =>
  queryOptions<DebateAudio>({
    queryKey: [`/api/admin/debates/${debateId}/audio`],
    refetchInterval: ({ state: { data } }) =>
      data?.turns.some(({ status }) => status === "pending") ? LOOK_AGAIN_MS : false,
  });
