import { useQueryClient } from "@tanstack/react-query";
import { Copy, FileText, Headphones } from "lucide-react";
import type { ComponentType } from "react";
import { Link } from "react-router-dom";
import type { Debate } from "#shared/contract/debate.ts";
import { MenuItem, popoverItem } from "#web/components/layout/popover.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { copyText } from "#web/lib/copy-text.ts";
import { counted } from "#web/lib/format.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { useAuthAddress } from "#web/lib/use-auth-address.ts";
import { turnsQuery } from "../queries.ts";
import { linkTo } from "./share-debate.ts";
import type { transcript, TranscriptKind } from "#shared/domain/transcript.ts";

type Compose = typeof transcript;

/**
 * Set once the code is loaded. Browsers allow clipboard access only directly after a click, so it
 * is preloaded.
 */
let compose: Compose | undefined;

const fetchCompose = async (): Promise<Compose> => {
  compose = (await import("#shared/domain/transcript.ts")).transcript;
  return compose;
};

/** Preloads the code when the menu may open. */
export const fetchTranscriptCode = (): void => void fetchCompose().catch(() => undefined);

const TYPES = { txt: "text/plain", md: "text/markdown" } as const;

export interface KeepItemsProps {
  debate: Debate;
  isVisitor: boolean;
  /** Further items for signed-in users. */
  KeepActions: ComponentType<{ debate: Debate }>;
}

const SignIn = styled(Link, popoverItem);

/** Shown to visitors in place of the audio download. */
const SignInForAudio = () => {
  const address = useAuthAddress();
  if (!useIsVoiced()) return null;
  return (
    <SignIn to={address("login")}>
      <Headphones size={16} />
      Sign in to download the audio
    </SignIn>
  );
};

/** Describes the number of turns. Visitors get only the first ones. */
const extentOf = (turns: number, { currentTurn }: Debate): string =>
  turns < currentTurn ? `the first ${turns} of ${currentTurn} turns` : counted(turns, "turn");

export const KeepItems = ({ debate, isVisitor, KeepActions }: KeepItemsProps) => {
  const labelOf = useProviderLabel();
  const client = useQueryClient();
  /* Read on click: subscribing would render with every delta. */
  const written = async (kind: TranscriptKind) => {
    const write = compose ?? (await fetchCompose());
    const turns = client.getQueryData(turnsQuery(debate.id).queryKey) ?? [];
    const said = turns.filter(({ status }) => status === "complete");
    const source = { debate, turns: said, isVisitor, labelOf, link: linkTo(debate.id) };
    return { text: write(kind, source), extent: extentOf(said.length, debate) };
  };
  const copy = async () => {
    const { text, extent } = await written("txt");
    return copyText(
      text,
      { title: "Transcript copied", description: `${extent}, as text` },
      "The transcript could not be copied. Save it as a file instead.",
    );
  };
  const save = async (kind: TranscriptKind) => {
    const { text, extent } = await written(kind);
    const name = `debate-${debate.id}.${kind}`;
    saveFile(name, new Blob([text], { type: `${TYPES[kind]};charset=utf-8` }));
    toast({ title: "Transcript saved", description: `${extent} in ${name}` });
  };
  return (
    <>
      <MenuItem onClick={() => copy().catch(toastError)}>
        <Copy size={16} />
        Copy transcript
      </MenuItem>
      <MenuItem onClick={() => save("txt").catch(toastError)}>
        <FileText size={16} />
        Transcript as text
      </MenuItem>
      <MenuItem onClick={() => save("md").catch(toastError)}>
        <FileText size={16} />
        Transcript as Markdown
      </MenuItem>
      {isVisitor ? <SignInForAudio /> : <KeepActions debate={debate} />}
    </>
  );
};
