import { AudioLines, Film, Image, Link2, X } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { listModels } from "#shared/domain/model-name.ts";
import { labelPng } from "#shared/domain/png-label.ts";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import {
  type Clip,
  CLIP_MAX_MS,
  buildClipFileName,
  buildClipPath,
  formatClip,
  getSentenceGap,
  joinSentences,
} from "#shared/domain/audio/clip.ts";
import { getProviderOfRole } from "#shared/domain/debates/side.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import {
  RadioCard,
  RadioGroup,
  RadioGroupLegend,
} from "#web/components/ui/controls/radio-card.tsx";
import { Dialog } from "#web/components/ui/feedback/dialog.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig, useProviderLabel } from "#web/lib/config.tsx";
import { formatDuration } from "#web/lib/format.ts";
import { restoreLostFocus } from "#web/lib/browser/restore-lost-focus.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { downloadRecording } from "#web/lib/recordings/download-recording.ts";
import { copyLink } from "#web/lib/browser/copy-to-clipboard.ts";
import { showToast, showErrorToast } from "#web/lib/toast.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import type { ClipShareRequest } from "#web/lib/clip-dialog-store.ts";
import {
  getSentenceRange,
  isShareableClip,
  getClipDurationMs,
  getInitialClip,
  selectTurnParts,
  type TimedTurn,
} from "../clip-range.ts";
import {
  toClipTimeline,
  type ClipScene,
  type ImageShape,
  IMAGE_SHAPE_LABEL,
  IMAGE_SIZES,
} from "../video/scene.ts";
import { ClipEndStepper } from "./clip-end-stepper.tsx";
import { renderClipImage, useClipPreview } from "./use-clip-preview.ts";
import { useTimedTurnsAround } from "./use-timed-turns.ts";
import { getClipAudioPath, useClipVideo } from "../video/use-clip-video.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";

const DIALOG_WIDTH = "min(56rem, calc(100vw - 2rem))";
const WIDE_DIALOG_STYLE = { w: DIALOG_WIDTH, maxW: DIALOG_WIDTH, p: { base: "4", md: "6" } };

const DialogColumns = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 22rem) minmax(0, 1fr)" },
    gap: { base: "4", md: "6" },
  },
});

/* One height for all shapes, so that the dialog does not move when the shape changes. */
const Preview = styled("div", {
  base: {
    display: "grid",
    placeItems: "center",
    h: { base: "15rem", md: "29rem" },
    "& > canvas": {
      maxW: "100%",
      maxH: { base: "15rem", md: "29rem" },
      borderRadius: "control",
      borderWidth: "1px",
      borderColor: "line",
    },
  },
});

const Controls = styled("div", {
  base: { display: "grid", alignContent: "start", gap: "4", minW: 0 },
});

/* Also shows the neighbouring sentences, so that users see what a longer clip would contain. */
const ClipTextFrame = styled("div", {
  base: {
    p: "3",
    fontSize: "14",
    lineHeight: 1.6,
    color: "muted",
    bg: "sunken",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    "& mark": { color: "ink", bg: "transparent", fontWeight: 600 },
  },
});

/* Exactly five lines high, so that none is cut off. */
const ClipLines = styled("div", {
  base: { h: "calc(5 * 1.6em)", overflowY: "auto", "& > p + p": { mt: "2" } },
});

const Shapes = styled("div", {
  base: { display: "grid", gap: "2", gridTemplateColumns: "repeat(3, minmax(0, 1fr))" },
});

const Actions = styled("div", {
  base: { display: "grid", gap: "2", gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
});

const VideoProgress = styled("div", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "3",
    minH: "touch",
    fontSize: "14",
    fontVariantNumeric: "tabular-nums",
    "& > progress": { flex: "1", minW: 0, accentColor: "ink" },
  },
});

const ClipDuration = styled("p", {
  base: { fontSize: "14", color: "muted", fontVariantNumeric: "tabular-nums" },
});

const Head = styled("div", {
  base: { display: "flex", alignItems: "center", justifyContent: "space-between", gap: "3" },
});

const SHAPE_NAMES = ["portrait", "square", "landscape"] as const satisfies readonly ImageShape[];

const downloadClipImage = async (
  scene: ClipScene,
  shape: ImageShape,
  name: string,
): Promise<void> => {
  try {
    const image = await renderClipImage(scene, shape);
    const png = await image.convertToBlob({ type: "image/png" });
    const labelled = labelPng(new Uint8Array(await png.arrayBuffer()), scene.models);
    downloadFile(name, new Blob([labelled], { type: png.type }));
    showToast({ title: "Picture saved", description: name });
  } catch {
    showErrorToast(new Error("This browser can’t draw the picture."));
  }
};

const scrollMarkIntoView = (mark: HTMLElement | null): void =>
  mark?.scrollIntoView({ block: "nearest" });

interface ClipTextProps {
  turns: readonly TimedTurn[];
  clip: Clip;
}

/** The clip's text, marked within the text around it. One paragraph per turn. */
const ClipText = ({ turns, clip }: ClipTextProps) => {
  const textAttributes = useTextAttributes();
  return (
    <ClipTextFrame>
      <ClipLines tabIndex={0} role="group" aria-label="Text">
        {turns.map((turn) => {
          const [first, end] = getSentenceRange(turn, clip);
          const isFirst = turn.turnNumber === clip.from.turnNumber;
          const before = joinSentences(turn.sentences.slice(0, first));
          const marked = joinSentences(turn.sentences.slice(first, end));
          return (
            <p key={turn.turnNumber} {...textAttributes}>
              {before}
              {getSentenceGap(before)}
              <mark key={first} ref={isFirst ? scrollMarkIntoView : null}>
                {marked}
              </mark>
              {getSentenceGap(marked)}
              {joinSentences(turn.sentences.slice(end))}
            </p>
          );
        })}
      </ClipLines>
    </ClipTextFrame>
  );
};

interface ClipDialogProps {
  debate: Debate;
  turn: Turn;
  /** All turns of the debate; the clip may extend into the adjacent ones. */
  turns: readonly Turn[];
  request: ClipShareRequest;
  onClose: () => void;
}

/** Dialog that shares a clip of one or two turns as a link, image, audio file or video. */
const ClipDialog = ({ debate, turn, turns, request, onClose }: ClipDialogProps) => {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Scrolls only after opening, because a closed dialog has no layout.
    scrollMarkIntoView(dialog.current?.querySelector("mark:not(:empty)") ?? null);
  }, []);
  const close = () => dialog.current?.close();
  const config = useConfig();
  const isVoiced = useIsVoiced() ?? false;
  const getProviderLabel = useProviderLabel();
  const timedTurns = useTimedTurnsAround(turn, turns);
  const [chosenClip, setChosenClip] = useState<Clip | null>(null);
  const [shape, setShape] = useState<ImageShape>("portrait");
  const video = useClipVideo();

  // Until the user changes the clip, it follows the sentence times, which are estimates at first.
  const clip = useMemo(
    () => chosenClip ?? getInitialClip(timedTurns, request),
    [chosenClip, timedTurns, request],
  );
  const parameter = formatClip(clip);
  const durationMs = getClipDurationMs(timedTurns, clip);
  const { topic, language } = debate;
  const product = config?.productName ?? "";
  const forName = getProviderLabel(getProviderOfRole("bot_a", debate));
  const againstName = getProviderLabel(getProviderOfRole("bot_b", debate));
  const scene = useMemo<ClipScene>(() => {
    const parts = selectTurnParts(timedTurns, clip);
    return {
      topic,
      language,
      product,
      speaker: parts[0]?.role ?? turn.role,
      names: { bot_a: forName, bot_b: againstName },
      sentences: toClipTimeline(parts),
      durationMs,
      models: listModels(
        turns.filter(({ turnNumber }) => parts.some((part) => part.turnNumber === turnNumber)),
      ),
    };
  }, [
    topic,
    language,
    product,
    turn.role,
    forName,
    againstName,
    timedTurns,
    clip,
    durationMs,
    turns,
  ]);
  const preview = useClipPreview(scene, shape);
  const isEncoding = video.progress !== null;
  const isOff = !isShareableClip(timedTurns, clip);
  const name = buildClipFileName(debate.id, parameter);
  const buildClipUrl = () => new URL(buildClipPath(debate.id, clip), window.location.origin).href;

  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose} css={WIDE_DIALOG_STYLE}>
      <Head>
        <SectionTitle id={id}>Share a moment</SectionTitle>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={close}>
          <X size={18} />
        </Button>
      </Head>
      <DialogColumns>
        <Preview>
          <canvas
            ref={preview}
            {...IMAGE_SIZES[shape]}
            role="img"
            aria-label="Picture of this moment"
          />
        </Preview>
        <Controls ref={restoreLostFocus} tabIndex={-1}>
          <ClipText turns={timedTurns} clip={clip} />
          <div>
            <ClipEndStepper turns={timedTurns} clip={clip} end="from" onMove={setChosenClip} />
            <ClipEndStepper turns={timedTurns} clip={clip} end="to" onMove={setChosenClip} />
            <ClipDuration role="status">
              {formatDuration(durationMs / 1000)} · max {formatDuration(CLIP_MAX_MS / 1000)}
            </ClipDuration>
          </div>
          <RadioGroup disabled={isEncoding}>
            <RadioGroupLegend>Picture and video</RadioGroupLegend>
            <Shapes>
              {SHAPE_NAMES.map((each) => (
                <RadioCard
                  key={each}
                  name={`${id}-shape`}
                  value={each}
                  checked={each === shape}
                  onChange={() => setShape(each)}
                  label={IMAGE_SHAPE_LABEL[each]}
                />
              ))}
            </Shapes>
          </RadioGroup>
          <Actions>
            <Button
              variant="solid"
              isOff={isOff}
              onClick={() =>
                void copyLink(buildClipUrl(), "Link to this moment copied to clipboard")
              }
            >
              <Link2 size={16} />
              Copy link
            </Button>
            <Button
              isOff={isOff}
              onClick={() => void downloadClipImage(scene, shape, `${name}-${shape}.png`)}
            >
              <Image size={16} />
              Save picture
            </Button>
            {isVoiced && (
              <Button
                isOff={isOff}
                onClick={() =>
                  void downloadRecording(
                    `${getClipAudioPath(debate.id, parameter)}&save=on`,
                    `${name}.mp3`,
                  )
                }
              >
                <AudioLines size={16} />
                Save MP3
              </Button>
            )}
            {isVoiced && video.isSupported && (
              <Button
                isOff={isOff || isEncoding}
                onClick={() => video.start({ debateId: debate.id, clip: parameter, scene, shape })}
              >
                <Film size={16} />
                Make video
              </Button>
            )}
          </Actions>
          {isVoiced && !video.isSupported && (
            <Muted role="status">
              This browser can’t make videos. Save the picture or the MP3 instead.
            </Muted>
          )}
          {video.progress !== null && (
            <VideoProgress>
              <progress value={video.progress} aria-label="Video progress" />
              {Math.round(video.progress * 100)}%
              <Button variant="ghost" onClick={video.cancel}>
                Cancel
              </Button>
            </VideoProgress>
          )}
        </Controls>
      </DialogColumns>
    </Dialog>
  );
};

export default ClipDialog;
