import { queryOptions } from "@tanstack/react-query";
import type { DebateAudio } from "#shared/contract/audio.ts";

/** Every finished turn's recording, and the debate's running or last job. */
export const debateAudioQuery = (debateId: number) =>
  queryOptions<DebateAudio>({ queryKey: [`/api/admin/debates/${debateId}/audio`] });
