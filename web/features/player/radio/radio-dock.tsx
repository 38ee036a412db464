import { Square, Volume2 } from "lucide-react";
import { Suspense } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import { providerOf, roleOfTurn, SIDE_LABEL } from "#shared/domain/side.ts";
import { Button } from "#web/components/ui/button.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { splitOptional } from "#web/lib/split.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useFocusFallback } from "#web/lib/use-focus-fallback.ts";
import { Status, Texts, Title, Side } from "../dock/now.tsx";
import { airWord, isLive } from "./air-word.ts";
import { heardAt } from "./on-air.ts";
import type { RadioState } from "./radio-state.ts";
import { listenLive, stopRadio } from "./radio-control.ts";
import { useRadio } from "./radio-store.ts";
import { useShow } from "./show/use-show.ts";
import { useFollowAir } from "./use-follow-air.ts";

const ShowButton = splitOptional(() => import("./show/show-button.tsx"));

const Line = styled("section", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: { base: "1", md: "2" },
    w: { base: "auto", lg: "38rem" },
    minW: 0,
    p: { base: "1.5", md: "2" },
  },
});

const Dot = styled("span", {
  base: {
    flexShrink: 0,
    boxSize: "0.625rem",
    ms: "2",
    borderRadius: "pill",
    bg: "muted",
    "&[data-live]": { bg: "active" },
  },
});

/** Text exists that has not been spoken. */
const hasWords = ({ status, content, audio }: Turn): boolean =>
  content !== "" &&
  (status === "streaming" || (status === "complete" && audio.status === "pending"));

const wordOf = (state: RadioState, turns: readonly Turn[]): string => {
  const { phase, live, refusal } = state;
  if (phase === "connecting" || live === null) return "Connecting...";
  if (phase === "buffering") return refusal ?? "Buffering...";
  return phase === "blocked"
    ? "Tap to listen"
    : airWord(live, { ...state, hasWords: turns.some(hasWords) });
};

/** The live player: current speaker, lag and the button back to live. */
const RadioDock = ({ debate, turns }: { debate: Debate; turns: readonly Turn[] }) => {
  useShow(turns);
  useFollowAir(turns);
  const labelOf = useProviderLabel();
  const word = useRadio((state) => wordOf(state, turns));
  const isBlocked = useRadio(({ phase }) => phase === "blocked");
  const isRefused = useRadio(({ phase, refusal }) => phase === "buffering" && refusal !== null);
  const isBehind = useRadio(
    ({ phase, moment, now }) => phase === "playing" && !isLive(moment, now),
  );
  const turnNumber = useRadio(({ live, moment }) => live && heardAt(live, moment)?.turnNumber);
  const role = typeof turnNumber === "number" ? roleOfTurn(turnNumber) : null;
  const isShow = useRadio((state) => state.isShow);
  const line = useFocusFallback<HTMLElement>(`turn-${turnNumber ?? turns.at(-1)?.turnNumber ?? 1}`);
  const toNow = () => {
    // The pressed button disappears.
    line.current?.focus({ preventScroll: true });
    void listenLive(debate.id, { isShow });
  };
  return (
    <Line ref={line} tabIndex={-1} aria-label="Live audio" data-radio>
      <Dot data-live={word === "Live" || undefined} aria-hidden="true" />
      <Texts>
        <Title>
          {role ? (
            <>
              {labelOf(providerOf(role, debate))}, <Side role={role}>{SIDE_LABEL[role]}</Side>
            </>
          ) : (
            "The debate"
          )}
        </Title>
        <Status role="status" hasFailed={isRefused}>
          {word}
        </Status>
      </Texts>
      {isBlocked && (
        <Button look="solid" onClick={toNow}>
          <Volume2 size={16} />
          Tap to listen
        </Button>
      )}
      {isBehind && <Button onClick={toNow}>Go to live</Button>}
      <Suspense>
        <ShowButton debateId={debate.id} look="ghost" />
      </Suspense>
      <Button look="ghost" onClick={stopRadio}>
        <Square size={14} />
        <OnWideScreens>Stop listening</OnWideScreens>
      </Button>
    </Line>
  );
};

export default RadioDock;
