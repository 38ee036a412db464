import { useMutation } from "@tanstack/react-query";
import type {
  AudioJobProgress,
  RegenerateDebateAudio,
  RegenerationAccepted,
} from "#shared/contract/audio.ts";
import { request } from "#web/lib/request.ts";
import { toast } from "#web/lib/toast.ts";
import { refreshLists } from "#web/lib/refresh-lists.ts";

const sayFailed = ({ message }: Error) =>
  toast({ title: "Regeneration Failed", description: message, tone: "danger" });

/** Voices what a debate is missing, or all of it anew; how far that is comes by push. */
export const useRegenerateDebate = (debateId: number) =>
  useMutation({
    mutationFn: (turns: RegenerateDebateAudio["turns"]) =>
      request<AudioJobProgress>("POST", `/api/admin/debates/${debateId}/audio`, {
        body: { turns } satisfies RegenerateDebateAudio,
      }),
    onError: sayFailed,
    onSettled: (_job, _error, _turns, _result, { client }) =>
      refreshLists(client, "/api/admin/debates"),
  });

/** Voices one turn anew. */
export const useRegenerateTurn = (turnId: number) =>
  useMutation({
    mutationFn: () => request<RegenerationAccepted>("GET", `/api/admin-regen-audio/${turnId}`),
    onError: sayFailed,
    onSettled: (_accepted, _error, _none, _result, { client }) =>
      refreshLists(client, "/api/admin/debates"),
  });
