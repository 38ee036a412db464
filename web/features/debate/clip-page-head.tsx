import { buildPicturePath, CLIP_PARAMETER } from "#shared/domain/debates/sharing/debate-picture.ts";
import { buildClipTitle } from "#shared/domain/audio/clip.ts";
import { getProviderOfRole, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { canSeeTurn } from "#shared/domain/accounts/visitor-limits.ts";
import { useLinkedClip } from "#web/components/debate/use-linked-clip.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { DebatePageHead, type DebatePageHeadProps } from "./debate-page-head.tsx";

/** Title and metadata of a debate's page if its URL contains a clip. */
const ClipPageHead = ({ debate }: Pick<DebatePageHeadProps, "debate">) => {
  const getProviderLabel = useProviderLabel();
  const { parameter, view } = useLinkedClip(debate.id);
  const [passage] = view?.passages ?? [];
  if (!view || !passage) return <DebatePageHead debate={debate} />;
  const speaker = `${getProviderLabel(getProviderOfRole(passage.role, debate))}, ${SIDE_LABEL[passage.role]}`;
  // The share image is public, so it must not show a turn that visitors may not see.
  const isPictured = canSeeTurn(null, view.passages.at(-1)?.turnNumber ?? 1);
  const clip = {
    title: buildClipTitle(view.quote, speaker, debate.language),
    picture: buildPicturePath(debate.id, isPictured ? parameter : undefined),
    path: `/debate/${debate.id}?${CLIP_PARAMETER}=${parameter}`,
  };
  return <DebatePageHead debate={debate} clip={clip} />;
};

export default ClipPageHead;
