import { Play, Share2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { MomentView } from "#shared/contract/moment.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { MOMENT } from "#shared/domain/debate-picture.ts";
import { momentApiPath } from "#shared/domain/moment.ts";
import { SignUpLink } from "#web/components/debate/join-links.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import { clock } from "#web/lib/format.ts";
import { toastError } from "#web/lib/toast.ts";
import { OfferBox } from "../offer-box.tsx";
import { isOpen } from "../player-state.ts";
import { usePlayer } from "../player-store.ts";
import { markMoment } from "./mark-moment.ts";
import { shareMoment } from "./moment-store.ts";
import { playMoment } from "./play-moment.ts";

const whereOf = ({ passages }: MomentView): string =>
  passages.map(({ turnNumber }) => `turn ${turnNumber}`).join(" and ");

/** An estimate while a turn has no recording. */
const lengthOf = ({ passages, durationMs }: MomentView): string => {
  const length = clock(durationMs / 1000);
  return passages.every(({ version }) => version > 0) ? length : `about ${length}`;
};

interface LinkedMomentProps {
  debateId: number;
  written: string;
  view: MomentView;
  turns: readonly Turn[];
}

/** Highlights the clip of the page's URL and offers to play it, or explains why it cannot. */
export const LinkedMoment = ({ debateId, written, view, turns }: LinkedMomentProps) => {
  const [search, setSearch] = useSearchParams();
  const isVisitor = !useAuth().user;
  const isVoiced = useIsVoiced() ?? false;
  const isPlayerOpen = usePlayer(isOpen);
  const [isComing, setComing] = useState(false);
  // Later turns do not affect the clip, so changes of `turns` do not re-run the effect below.
  const latest = useRef(turns);
  useEffect(() => {
    latest.current = turns;
  });
  const isThere = view.passages.length > 0;
  useEffect(() => (isThere ? markMoment(view, latest.current) : undefined), [view, isThere]);

  const dismiss = () => {
    search.delete(MOMENT);
    setSearch(search, { replace: true, preventScrollReset: true });
  };
  const play = async () => {
    setComing(true);
    await playMoment(momentApiPath(debateId, written), view).catch((err: unknown) =>
      toastError(err instanceof Error ? err : new Error(String(err))),
    );
    setComing(false);
  };
  const first = view.passages[0];
  const last = view.passages.at(-1);
  if (isPlayerOpen) return null;
  return (
    <OfferBox turnNumber={first?.turnNumber ?? 1} aria-label="Shared moment">
      <p role={view.problem === null ? undefined : "status"}>
        {view.problem ?? `A moment of ${whereOf(view)}, ${lengthOf(view)}`}
      </p>
      {first && isVoiced && (
        <Button look="solid" isOff={isComing} onClick={() => void play()}>
          <Play size={16} fill="currentColor" />
          {isComing ? (
            "Recording"
          ) : (
            <span>
              Play<OnWideScreens> the moment</OnWideScreens>
            </span>
          )}
        </Button>
      )}
      {first && last && (
        <Button
          look="ghost"
          aria-label="Share this moment"
          onClick={() =>
            shareMoment({
              turnNumber: first.turnNumber,
              first: first.first,
              last: last.first + last.sentences.length - 1,
              lastTurn: last.turnNumber,
            })
          }
        >
          <Share2 size={16} />
          <OnWideScreens>Share</OnWideScreens>
        </Button>
      )}
      {view.problem !== null && isVisitor && <SignUpLink />}
      <Button look="ghost" size="icon" aria-label="Show the debate" onClick={dismiss}>
        <X size={16} />
      </Button>
    </OfferBox>
  );
};
