import type { QueryClient } from "@tanstack/react-query";
import type { Debate } from "#shared/contract/debates/debate.ts";
import {
  renderTranscript,
  type TranscriptFormat,
} from "#shared/domain/debates/sharing/transcript.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { copyToClipboard } from "#web/lib/browser/copy-to-clipboard.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { formatCount } from "#web/lib/format.ts";
import { showToast } from "#web/lib/toast.ts";
import { turnsQuery } from "../debate-queries.ts";
import { buildDebateUrl } from "./share-debate.ts";

const CONTENT_TYPES = { txt: "text/plain", md: "text/markdown" } as const;

export interface TranscriptSource {
  debate: Debate;
  isVisitor: boolean;
  labelOf: (provider: Speaker) => string;
  /**
   * The query cache, which contains the turns. They are read on a click, because a subscription
   * would render the menu again with every delta.
   */
  client: QueryClient;
}

/** Describes how many turns a transcript contains. Visitors get only the first ones. */
const describeExtent = (turns: number, { currentTurn }: Debate): string =>
  turns < currentTurn ? `the first ${turns} of ${currentTurn} turns` : formatCount(turns, "turn");

const renderDownload = (format: TranscriptFormat, { client, ...source }: TranscriptSource) => {
  const { id } = source.debate;
  const all = client.getQueryData(turnsQuery(id).queryKey) ?? [];
  const turns = all.filter(({ status }) => status === "complete");
  return {
    text: renderTranscript(format, { ...source, turns, link: buildDebateUrl(id) }),
    extent: describeExtent(turns.length, source.debate),
  };
};

/** Resolves to whether the text was copied. */
export const copyTranscript = (source: TranscriptSource): Promise<boolean> => {
  const { text, extent } = renderDownload("txt", source);
  return copyToClipboard(
    text,
    { title: "Transcript copied", description: `${extent}, as text` },
    "Couldn’t copy the transcript. Save it as a file instead.",
  );
};

export const saveTranscript = (source: TranscriptSource, format: TranscriptFormat): void => {
  const { text, extent } = renderDownload(format, source);
  const name = `debate-${source.debate.id}.${format}`;
  downloadFile(name, new Blob([text], { type: `${CONTENT_TYPES[format]};charset=utf-8` }));
  showToast({ title: "Transcript saved", description: `${extent} in ${name}` });
};
