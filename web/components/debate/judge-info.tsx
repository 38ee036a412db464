import { mapProviders } from "#shared/domain/provider.ts";
import { isProvider, type Speaker } from "#shared/domain/speaker.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { styled } from "../theme/styled.tsx";

const Line = styled("p", {
  base: {
    display: "flex",
    alignItems: "baseline",
    gap: "2",
    fontSize: "14",
    color: "muted",
    textWrap: "balance",
  },
});

const Dot = styled("span", {
  base: { boxSize: "0.6rem", borderRadius: "pill", flexShrink: 0 },
  variants: {
    provider: mapProviders((provider) => ({ bg: provider })),
  },
});

const Name = styled("strong", { base: { color: "ink", fontWeight: 650 } });

interface JudgeInfoProps {
  /** The judge; null if no provider can judge. */
  judge: Speaker | null;
  speakers: readonly Speaker[];
}

/** Names the debate's judge and says whether it is neutral. */
export const JudgeInfo = ({ judge, speakers }: JudgeInfoProps) => {
  const getProviderLabel = useProviderLabel();
  if (judge === null) return <Line>No judge is available. Turns won’t be scored.</Line>;
  if (!isProvider(judge)) return <Line>Blind: all names stay hidden until you vote.</Line>;
  const isNeutral = !speakers.includes(judge);
  return (
    <Line>
      <Dot provider={judge} />
      <span>
        Judge: <Name>{getProviderLabel(judge)}</Name> {isNeutral ? "(neutral)" : "(also debating)"}
      </span>
    </Line>
  );
};
