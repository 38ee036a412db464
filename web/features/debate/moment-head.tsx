import { debatePicture, MOMENT } from "#shared/domain/debate-picture.ts";
import { momentTitle } from "#shared/domain/moment.ts";
import { providerOf, SIDE_LABEL } from "#shared/domain/side.ts";
import { maySeeTurn } from "#shared/domain/visitor.ts";
import { useLinkedMoment } from "#web/components/debate/linked-moment.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { DebateHead, type DebateHeadProps } from "./debate-head.tsx";

/** Title and metadata of a page that shares a clip. */
const MomentHead = ({ debate }: Pick<DebateHeadProps, "debate">) => {
  const labelOf = useProviderLabel();
  const { written, view } = useLinkedMoment(debate.id);
  const [passage] = view?.passages ?? [];
  if (!view || !passage) return <DebateHead debate={debate} />;
  const speaker = `${labelOf(providerOf(passage.role, debate))}, ${SIDE_LABEL[passage.role]}`;
  // A turn that visitors may not see must not appear in the image.
  const isPictured = maySeeTurn(null, view.passages.at(-1)?.turnNumber ?? 1);
  const part = {
    title: momentTitle(view.quote, speaker),
    picture: debatePicture(debate.id, isPictured ? written : undefined),
    path: `/debate/${debate.id}?${MOMENT}=${written}`,
  };
  return <DebateHead debate={debate} part={part} />;
};

export default MomentHead;
