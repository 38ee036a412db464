import { AudioLines, Film, Image, Link2, X } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import type { Turn } from "#shared/contract/turn.ts";
import {
  type Moment,
  MOMENT_MAX_MS,
  momentName,
  momentPath,
  writtenMoment,
} from "#shared/domain/moment.ts";
import { providerOf } from "#shared/domain/side.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Choice, Choices, ChoicesLegend } from "#web/components/ui/choice.tsx";
import { Dialog } from "#web/components/ui/dialog.tsx";
import { Muted, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useConfig, useProviderLabel } from "#web/lib/config.tsx";
import { clock } from "#web/lib/format.ts";
import { keepFocus } from "#web/lib/keep-focus.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { saveRecording } from "#web/lib/save-recording.ts";
import { copyLink } from "#web/lib/share-link.ts";
import { toast, toastError } from "#web/lib/toast.ts";
import { useIsVoiced } from "#web/lib/tts-status.ts";
import type { WantedPassage } from "./moment-store.ts";
import {
  extentIn,
  isShareable,
  lengthOf,
  offeredMoment,
  partsOf,
  type SaidTurn,
} from "./passage.ts";
import { byItsClock, type Scene, type Shape, SHAPE_LABEL, SHAPES } from "./scene.ts";
import { SentenceSteps } from "./sentence-steps.tsx";
import { pictureOf, usePreview } from "./use-preview.ts";
import { useSaidAround } from "./use-said.ts";
import { soundPath, useVideo } from "./use-video.ts";

const WIDTH = "min(56rem, calc(100vw - 2rem))";
const WIDE = { w: WIDTH, maxW: WIDTH, p: { base: "4", md: "6" } };

const Parts = styled("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 22rem) minmax(0, 1fr)" },
    gap: { base: "4", md: "6" },
  },
});

/* Same height for all shapes, so that the layout stays still when the shape
   changes. */
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

/* Shows the neighbouring sentences too, so that the effect of extending the
   clip is visible. */
const Words = styled("div", {
  base: {
    h: "8.5rem",
    overflowY: "auto",
    p: "3",
    fontSize: "14",
    lineHeight: 1.6,
    color: "muted",
    bg: "sunken",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    "& mark": { color: "ink", bg: "transparent", fontWeight: 600 },
    "& > p + p": { mt: "2" },
  },
});

const Shapes = styled("div", {
  base: { display: "grid", gap: "2", gridTemplateColumns: "repeat(3, minmax(0, 1fr))" },
});

const Actions = styled("div", {
  base: { display: "grid", gap: "2", gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
});

const Making = styled("div", {
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

const Length = styled("p", {
  base: { fontSize: "14", color: "muted", fontVariantNumeric: "tabular-nums" },
});

const Head = styled("div", {
  base: { display: "flex", alignItems: "center", justifyContent: "space-between", gap: "3" },
});

const SHAPE_NAMES = ["portrait", "square", "landscape"] as const satisfies readonly Shape[];

const savePicture = async (scene: Scene, shape: Shape, name: string): Promise<void> => {
  try {
    const picture = await pictureOf(scene, shape);
    saveFile(name, await picture.convertToBlob({ type: "image/png" }));
    toast({ title: "Picture saved", description: name });
  } catch {
    toastError(new Error("This browser cannot draw the picture."));
  }
};

const showStart = (mark: HTMLElement | null): void => mark?.scrollIntoView({ block: "nearest" });

interface MomentWordsProps {
  turns: readonly SaidTurn[];
  moment: Moment;
}

/** The clip's text, marked within the surrounding text. One paragraph per turn. */
const MomentWords = ({ turns, moment }: MomentWordsProps) => (
  <Words tabIndex={0} role="group" aria-label="The words">
    {turns.map((turn) => {
      const [first, before] = extentIn(turn, moment);
      const words = (from: number, to?: number) =>
        turn.said
          .slice(from, to)
          .map(({ text }) => text)
          .join(" ");
      const isFirst = turn.turnNumber === moment.from.turnNumber;
      return (
        <p key={turn.turnNumber} dir="auto">
          {words(0, first)}{" "}
          <mark key={first} ref={isFirst ? showStart : null}>
            {words(first, before)}
          </mark>{" "}
          {words(before)}
        </p>
      );
    })}
  </Words>
);

interface MomentDialogProps {
  debate: Debate;
  turn: Turn;
  /** All turns of the debate; the clip may extend into the adjacent ones. */
  turns: readonly Turn[];
  wanted: WantedPassage;
  onClose: () => void;
}

/** Dialog that shares a clip of one or two turns as a link, image, audio file or video. */
const MomentDialog = ({ debate, turn, turns, wanted, onClose }: MomentDialogProps) => {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // Scrolling needs the layout that exists only once the dialog is open.
    showStart(dialog.current?.querySelector("mark:not(:empty)") ?? null);
  }, []);
  const close = () => dialog.current?.close();
  const config = useConfig();
  const isVoiced = useIsVoiced() ?? false;
  const labelOf = useProviderLabel();
  const said = useSaidAround(turn, turns);
  const [chosen, setChosen] = useState<Moment | null>(null);
  const [shape, setShape] = useState<Shape>("portrait");
  const video = useVideo();

  // Until the user moves an end, the clip follows the exact sentence times as they arrive.
  const moment = useMemo(() => chosen ?? offeredMoment(said, wanted), [chosen, said, wanted]);
  const written = writtenMoment(moment);
  const durationMs = lengthOf(said, moment);
  const { topic } = debate;
  const product = config?.productName ?? "";
  const forName = labelOf(providerOf("bot_a", debate));
  const againstName = labelOf(providerOf("bot_b", debate));
  const scene = useMemo<Scene>(
    () => ({
      topic,
      product,
      speaker: partsOf(said, moment)[0]?.role ?? turn.role,
      names: { bot_a: forName, bot_b: againstName },
      sentences: byItsClock(
        partsOf(said, moment).map((part) => ({ role: part.role, sentences: part.said })),
      ),
      durationMs,
    }),
    [topic, product, turn.role, forName, againstName, said, moment, durationMs],
  );
  const preview = usePreview(scene, shape);
  const isMaking = video.done !== null;
  const isOff = !isShareable(said, moment);
  const name = momentName(debate.id, written);
  const address = () => new URL(momentPath(debate.id, moment), window.location.origin).href;

  return (
    <Dialog ref={dialog} aria-labelledby={id} onClose={onClose} css={WIDE}>
      <Head>
        <SectionTitle id={id}>Share a moment</SectionTitle>
        <Button look="ghost" size="icon" aria-label="Close" onClick={close}>
          <X size={18} />
        </Button>
      </Head>
      <Parts>
        <Preview>
          <canvas
            ref={preview}
            {...SHAPES[shape]}
            role="img"
            aria-label="The picture of this moment"
          />
        </Preview>
        <Controls ref={keepFocus} tabIndex={-1}>
          <MomentWords turns={said} moment={moment} />
          <div>
            <SentenceSteps turns={said} moment={moment} end="from" onMove={setChosen} />
            <SentenceSteps turns={said} moment={moment} end="to" onMove={setChosen} />
            <Length role="status">
              {clock(durationMs / 1000)} of at most {clock(MOMENT_MAX_MS / 1000)}
            </Length>
          </div>
          <Choices disabled={isMaking}>
            <ChoicesLegend>Picture and video</ChoicesLegend>
            <Shapes>
              {SHAPE_NAMES.map((each) => (
                <Choice
                  key={each}
                  name={`${id}-shape`}
                  value={each}
                  checked={each === shape}
                  onChange={() => setShape(each)}
                  label={SHAPE_LABEL[each]}
                />
              ))}
            </Shapes>
          </Choices>
          <Actions>
            <Button
              look="solid"
              isOff={isOff}
              onClick={() => void copyLink(address(), "Link to this moment copied to clipboard")}
            >
              <Link2 size={16} />
              Copy link
            </Button>
            <Button
              isOff={isOff}
              onClick={() => void savePicture(scene, shape, `${name}-${shape}.png`)}
            >
              <Image size={16} />
              Save picture
            </Button>
            {isVoiced && (
              <Button
                isOff={isOff}
                onClick={() => void saveRecording(soundPath(debate.id, written), `${name}.mp3`)}
              >
                <AudioLines size={16} />
                Save MP3
              </Button>
            )}
            {isVoiced && video.isPossible && (
              <Button
                isOff={isOff || isMaking}
                onClick={() => video.make({ debateId: debate.id, written, scene, shape })}
              >
                <Film size={16} />
                Make video
              </Button>
            )}
          </Actions>
          {isVoiced && !video.isPossible && (
            <Muted role="status">
              This browser cannot make videos: take the picture, or the MP3.
            </Muted>
          )}
          {video.done !== null && (
            <Making>
              <progress value={video.done} aria-label="The video" />
              {Math.round(video.done * 100)} %
              <Button look="ghost" onClick={video.cancel}>
                Cancel
              </Button>
            </Making>
          )}
        </Controls>
      </Parts>
    </Dialog>
  );
};

export default MomentDialog;
