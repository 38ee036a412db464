import { useQueryClient } from "@tanstack/react-query";
import { Copy, FileText, Headphones } from "lucide-react";
import { type ComponentType, Suspense } from "react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { MenuItem, popoverItem } from "#web/components/layout/popover.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { copyToClipboard } from "#web/lib/browser/copy-to-clipboard.ts";
import { formatCount } from "#web/lib/format.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { turnsQuery } from "../debate-queries.ts";
import { buildDebateUrl } from "./share-debate.ts";
import type { renderTranscript, TranscriptFormat } from "#shared/domain/debates/transcript.ts";

type BuildTranscript = typeof renderTranscript;

/**
 * The transcript renderer, once its code is loaded. The code is preloaded, because browsers allow
 * clipboard access only directly after a click.
 */
let buildTranscript: BuildTranscript | undefined;

const importTranscript = async (): Promise<BuildTranscript> => {
  buildTranscript = (await import("#shared/domain/debates/transcript.ts")).renderTranscript;
  return buildTranscript;
};

/** Preloads the renderer before the menu opens. After a failed preload, a click loads it. */
export const preloadTranscript = (): void => void importTranscript().catch(() => undefined);

const CONTENT_TYPES = { txt: "text/plain", md: "text/markdown" } as const;

export interface DownloadMenuItemsProps {
  debate: Debate;
  isVisitor: boolean;
  /** Further items for signed-in users. */
  DownloadItems: ComponentType<{ debate: Debate }>;
}

const SignInLink = styled(Link, popoverItem);

/** Shown to visitors in place of the audio download. */
const SignInForAudioItem = () => {
  const buildAuthUrl = useAuthPageUrl();
  if (!useIsVoiced()) return null;
  return (
    <SignInLink to={buildAuthUrl("login")}>
      <Headphones size={16} />
      Sign in to download the audio
    </SignInLink>
  );
};

/** Keeps the menu's height while the download item loads, so that no other item moves. */
const AudioPlaceholder = () =>
  useIsVoiced() && (
    <MenuItem disabled>
      <Headphones size={16} />
      Download Audio
    </MenuItem>
  );

/** Describes how many turns a transcript contains. Visitors get only the first ones. */
const describeExtent = (turns: number, { currentTurn }: Debate): string =>
  turns < currentTurn ? `the first ${turns} of ${currentTurn} turns` : formatCount(turns, "turn");

export const DownloadMenuItems = ({ debate, isVisitor, DownloadItems }: DownloadMenuItemsProps) => {
  const getProviderLabel = useProviderLabel();
  const client = useQueryClient();
  /* Reads the turns on click: a subscription to them would render the menu with every delta. */
  const renderDownload = async (format: TranscriptFormat) => {
    const renderText = buildTranscript ?? (await importTranscript());
    const turns = client.getQueryData(turnsQuery(debate.id).queryKey) ?? [];
    const completeTurns = turns.filter(({ status }) => status === "complete");
    const source = {
      debate,
      turns: completeTurns,
      isVisitor,
      labelOf: getProviderLabel,
      link: buildDebateUrl(debate.id),
    };
    return {
      text: renderText(format, source),
      extent: describeExtent(completeTurns.length, debate),
    };
  };
  const copy = async () => {
    const { text, extent } = await renderDownload("txt");
    return copyToClipboard(
      text,
      { title: "Transcript copied", description: `${extent}, as text` },
      "Couldn’t copy the transcript. Save it as a file instead.",
    );
  };
  const save = async (format: TranscriptFormat) => {
    const { text, extent } = await renderDownload(format);
    const name = `debate-${debate.id}.${format}`;
    downloadFile(name, new Blob([text], { type: `${CONTENT_TYPES[format]};charset=utf-8` }));
    showToast({ title: "Transcript saved", description: `${extent} in ${name}` });
  };
  return (
    <>
      <MenuItem onClick={() => copy().catch(showErrorToast)}>
        <Copy size={16} />
        Copy transcript
      </MenuItem>
      <MenuItem onClick={() => save("txt").catch(showErrorToast)}>
        <FileText size={16} />
        Transcript as text
      </MenuItem>
      <MenuItem onClick={() => save("md").catch(showErrorToast)}>
        <FileText size={16} />
        Transcript as Markdown
      </MenuItem>
      {isVisitor ? (
        <SignInForAudioItem />
      ) : (
        <Suspense fallback={<AudioPlaceholder />}>
          <DownloadItems debate={debate} />
        </Suspense>
      )}
    </>
  );
};
