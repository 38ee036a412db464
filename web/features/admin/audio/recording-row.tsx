import { Download, RefreshCw } from "lucide-react";
import type { AdminDebate } from "#shared/contract/admin/admin.ts";
import type { DebateAudio } from "#shared/contract/debates/audio.ts";
import { buildRecordingFileName } from "#shared/domain/audio/audio-file-names.ts";
import { getRoleOfTurn, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { TURN_TYPE_LABEL, getTurnType } from "#shared/domain/debates/turn.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { useIsVoiceMissing } from "#web/lib/tts-status.ts";
import { useRegenerateRecording } from "#web/lib/recordings/regenerate-recording.ts";
import { downloadRecording } from "#web/lib/recordings/download-recording.ts";
import { PlayRecordingButton } from "./play-recording-button.tsx";

type TurnRecording = DebateAudio["turns"][number];

const Line = styled("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    alignItems: "center",
    columnGap: "3",
    py: "1",
    borderTopWidth: "1px",
    borderColor: "line",
    fontSize: "14",
  },
});

const RowText = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: { md: "space-between" },
    columnGap: "3",
    rowGap: "1",
    py: "1",
  },
});

const Reason = styled("p", {
  base: { gridColumn: "1 / -1", pb: "2", fontSize: "13", color: "danger" },
});
const Length = styled("span", {
  base: { ms: "3", color: "muted", fontVariantNumeric: "tabular-nums" },
});
const Side = styled("span", {
  base: { fontWeight: 600 },
  variants: { role: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const STATUS_BADGES = {
  ready: { tone: "good", words: "ready" },
  pending: { tone: "waiting", words: "in queue" },
  failed: { tone: "bad", words: "failed" },
  none: { tone: "plain", words: "missing" },
} as const satisfies Record<TurnRecording["status"], object>;

/** Downloads a turn's recording. The file is called `name` if the server sends no file name. */
const downloadTurnRecording = (turn: TurnRecording, name: string): Promise<void> => {
  const query = new URLSearchParams({
    turnId: String(turn.turnId),
    provider: turn.provider,
    secondary: String(turn.isSecondary),
    version: String(turn.version),
    download: "true",
  });
  return downloadRecording(`/api/admin-audio-download?${query}`, name);
};

export const RecordingRow = ({ turn, debate }: { turn: TurnRecording; debate: AdminDebate }) => {
  const getProviderLabel = useProviderLabel();
  const { isPending, regenerate } = useRegenerateRecording({ debateId: debate.id, ...turn });
  const isVoiceMissing = useIsVoiceMissing() === true;
  const role = getRoleOfTurn(turn.turnNumber);
  const type = getTurnType(turn.turnNumber, debate.maxTurns);
  const provider = getProviderLabel(turn.provider);
  const name = buildRecordingFileName({ turnId: turn.turnId, type, role }, provider);
  const { tone, words } = STATUS_BADGES[turn.status];
  return (
    <Line>
      <RowText>
        <span>
          {turn.turnNumber}. {TURN_TYPE_LABEL[type]}, <Side role={role}>{SIDE_LABEL[role]}</Side>,{" "}
          {provider}
          {turn.durationMs !== null && <Length>{formatDuration(turn.durationMs / 1000)}</Length>}
        </span>
        <Badge tone={tone}>{words}</Badge>
      </RowText>
      <Row css={{ gap: "0", flexWrap: "nowrap" }}>
        <PlayRecordingButton turn={turn} debate={debate} />
        <Button
          variant="ghost"
          size="icon"
          title="Regenerate"
          aria-label={`Regenerate turn ${turn.turnNumber}`}
          isOff={isVoiceMissing || isPending || turn.status === "pending"}
          onClick={regenerate}
        >
          <RefreshCw size={16} />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          title="Download"
          aria-label={`Download turn ${turn.turnNumber}`}
          isOff={turn.status !== "ready"}
          onClick={() => downloadTurnRecording(turn, name)}
        >
          <Download size={16} />
        </Button>
      </Row>
      {turn.error !== null && <Reason>{turn.error}</Reason>}
    </Line>
  );
};
