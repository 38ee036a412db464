import { debatePicture, MOMENT } from "#shared/domain/debate-picture.ts";
import { momentTitle } from "#shared/domain/moment.ts";
import { providerOf, SIDE_LABEL } from "#shared/domain/side.ts";
import { maySeeTurn } from "#shared/domain/visitor.ts";
import { useLinkedMoment } from "#web/components/debate/linked-moment.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { DebateHead, type DebateHeadProps } from "./debate-head.tsx";

/** What a debate is called where a moment of it is shared. */
const MomentHead = ({ debate }: Pick<DebateHeadProps, "debate">) => {
  const labelOf = useProviderLabel();
  const { written, view } = useLinkedMoment(debate.id);
  const [passage] = view?.passages ?? [];
  if (!view || !passage) return <DebateHead debate={debate} />;
  const speaker = `${labelOf(providerOf(passage.role, debate))}, ${SIDE_LABEL[passage.role]}`;
  // What visitors may not read has no picture.
  const isPictured = maySeeTurn(null, view.passages.at(-1)?.turnNumber ?? 1);
  const part = {
    title: momentTitle(view.quote, speaker),
    picture: debatePicture(debate.id, isPictured ? written : undefined),
    path: `/debate/${debate.id}?${MOMENT}=${written}`,
  };
  return <DebateHead debate={debate} part={part} />;
};

export default MomentHead;
