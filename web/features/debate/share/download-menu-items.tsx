import { useQueryClient } from "@tanstack/react-query";
import { Copy, FileText, Headphones } from "lucide-react";
import { type ComponentType, Suspense } from "react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { MenuItem, popoverItem } from "#web/components/layout/popover.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { showErrorToast } from "#web/lib/toast.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import type { copyTranscript, saveTranscript } from "./transcript-download.ts";
import type { TranscriptFormat } from "#shared/domain/debates/sharing/transcript.ts";

interface TranscriptDownload {
  copyTranscript: typeof copyTranscript;
  saveTranscript: typeof saveTranscript;
}

/**
 * The code that renders transcripts, once it is loaded. It is preloaded, because browsers allow
 * clipboard access only directly after a click.
 */
let transcriptDownload: TranscriptDownload | undefined;

const importDownload = async (): Promise<TranscriptDownload> => {
  transcriptDownload = await import("./transcript-download.ts");
  return transcriptDownload;
};

/** Preloads the renderer before the menu opens. After a failed preload, a click loads it. */
export const preloadTranscript = (): void => void importDownload().catch(() => undefined);

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
    <SignInLink to={buildAuthUrl("login", "#download")}>
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

export const DownloadMenuItems = ({ debate, isVisitor, DownloadItems }: DownloadMenuItemsProps) => {
  const source = { debate, isVisitor, labelOf: useProviderLabel(), client: useQueryClient() };
  const copy = async () => (transcriptDownload ?? (await importDownload())).copyTranscript(source);
  const save = async (format: TranscriptFormat) =>
    (transcriptDownload ?? (await importDownload())).saveTranscript(source, format);
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
