import { AI_LABEL } from "#shared/domain/ai-label.ts";
import { COLORS, GLOW_COLORS } from "#shared/domain/brand.ts";
import { joinSentences } from "#shared/domain/audio/clip.ts";
import { type Role, ROLES, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { drawRobot } from "./draw-robot.ts";
import { type ClipScene, type ImageShape, IMAGE_SIZES } from "./scene.ts";
import { type CanvasBox, drawText, isRightToLeft } from "./draw-text.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";

type CanvasContext = OffscreenCanvasRenderingContext2D;

const HEADING_FONT = "700 SIZE 'Bricolage Grotesque'";
const TEXT_FONT = "600 SIZE Inter";
const SIDE_COLORS: Record<Role, string> = { bot_a: COLORS.for.dark, bot_b: COLORS.against.dark };
const TEXT_COLOR = COLORS.ink.dark;
const MUTED_COLOR = COLORS.muted.dark;
const UNSPOKEN_COLOR = COLORS.edge.dark;

const SILENT_FACE_OPACITY = 0.55;

interface SceneLayout {
  topic: CanvasBox;
  faces: { speaker: CanvasBox; listener: CanvasBox };
  speech: CanvasBox;
  waveform: CanvasBox;
}

/** Boxes in pixels. Those of the faces include room for the names. */
const SCENE_LAYOUTS: Record<ImageShape, SceneLayout> = {
  portrait: {
    topic: { x: 48, y: 104, width: 624, height: 100 },
    faces: {
      speaker: { x: 70, y: 250, width: 300, height: 200 },
      listener: { x: 420, y: 310, width: 230, height: 120 },
    },
    speech: { x: 84, y: 560, width: 580, height: 480 },
    waveform: { x: 48, y: 1120, width: 624, height: 100 },
  },
  square: {
    topic: { x: 48, y: 76, width: 624, height: 64 },
    faces: {
      speaker: { x: 48, y: 160, width: 300, height: 92 },
      listener: { x: 420, y: 176, width: 230, height: 64 },
    },
    speech: { x: 84, y: 322, width: 580, height: 270 },
    waveform: { x: 48, y: 620, width: 624, height: 64 },
  },
  landscape: {
    topic: { x: 48, y: 80, width: 1184, height: 56 },
    faces: {
      speaker: { x: 48, y: 176, width: 280, height: 160 },
      listener: { x: 48, y: 430, width: 280, height: 84 },
    },
    speech: { x: 408, y: 170, width: 820, height: 390 },
    waveform: { x: 48, y: 604, width: 1184, height: 76 },
  },
};

const drawGlow = (context: CanvasContext, x: number, color: string): void => {
  const { width, height } = context.canvas;
  const radius = Math.max(width, height) * 0.75;
  const gradient = context.createRadialGradient(x, height, 0, x, height, radius);
  gradient.addColorStop(0, color);
  gradient.addColorStop(1, `${color}00`);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
};

const drawSpeakerName = (
  context: CanvasContext,
  { names }: ClipScene,
  role: Role,
  { x, y, height }: CanvasBox,
): void => {
  const isLarge = height > 100;
  context.direction = "ltr";
  context.textAlign = "start";
  context.fillStyle = SIDE_COLORS[role];
  context.font = TEXT_FONT.replace("SIZE", isLarge ? "22px" : "18px");
  const isNameBeside = height < 100;
  const left = isNameBeside ? x + height + 16 : x;
  const top = isNameBeside ? y + height / 2 - 8 : y + height + 34;
  context.fillText(SIDE_LABEL[role], left, top);
  context.fillStyle = TEXT_COLOR;
  context.font = HEADING_FONT.replace("SIZE", isLarge ? "34px" : "26px");
  context.fillText(names[role], left, top + (isLarge ? 40 : 30));
};

/** The sides that speak in the clip, in the order of their first sentence. */
const listSpeakers = ({ sentences }: ClipScene): Role[] => [
  ...new Set(sentences.map(({ role }) => role)),
];

/** The picture's static part: colours, product name, debate topic and speakers' names. */
const drawBackground = (scene: ClipScene, shape: ImageShape): OffscreenCanvas => {
  const { width, height } = IMAGE_SIZES[shape];
  const canvas = new OffscreenCanvas(width, height);
  const context = getCanvasContext(canvas);
  const { topic, faces } = SCENE_LAYOUTS[shape];
  context.fillStyle = COLORS.canvas.dark;
  context.fillRect(0, 0, width, height);
  drawGlow(context, 0, GLOW_COLORS.for);
  drawGlow(context, width, GLOW_COLORS.against);
  context.fillStyle = TEXT_COLOR;
  context.font = TEXT_FONT.replace("SIZE", "22px");
  context.fillText(scene.product, 48, 64);
  context.fillStyle = MUTED_COLOR;
  context.textAlign = "end";
  context.fillText(AI_LABEL, width - 48, 64);
  context.textAlign = "start";
  const motion = { font: HEADING_FONT, maxSize: 30, minSize: 20 };
  drawText(context, { text: scene.topic, language: scene.language }, topic, motion, {
    spokenColor: MUTED_COLOR,
    unspokenColor: MUTED_COLOR,
  });
  for (const role of ROLES) {
    const isSpeaker = role === scene.speaker;
    context.globalAlpha = listSpeakers(scene).includes(role) ? 1 : SILENT_FACE_OPACITY;
    drawSpeakerName(context, scene, role, isSpeaker ? faces.speaker : faces.listener);
  }
  context.globalAlpha = 1;
  return canvas;
};

const BAR_WIDTH_PX = 6;
const BAR_GAP_PX = 4;

export const countWaveformBars = (shape: ImageShape): number =>
  Math.floor(SCENE_LAYOUTS[shape].waveform.width / (BAR_WIDTH_PX + BAR_GAP_PX));

const drawWaveform = (
  context: CanvasContext,
  { x, y, height }: CanvasBox,
  levels: readonly number[],
  { playedFraction, color }: { playedFraction: number; color: string },
): void => {
  for (const [index, level] of levels.entries()) {
    const barHeight = Math.max(BAR_WIDTH_PX, level * height);
    context.fillStyle = index < playedFraction * levels.length ? color : UNSPOKEN_COLOR;
    context.beginPath();
    context.roundRect(
      x + index * (BAR_WIDTH_PX + BAR_GAP_PX),
      y + (height - barHeight) / 2,
      BAR_WIDTH_PX,
      barHeight,
      BAR_WIDTH_PX / 2,
    );
    context.fill();
  }
};

/**
 * Loudness from 0 to 1: `bars` has a value per bar of the clip's waveform, `mouth` a value per change
 * of the speaker's mouth in the video.
 */
export interface VoiceLevels {
  bars: readonly number[];
  mouth: readonly number[];
}

const BLINK_EVERY_MS = 3700;
const BLINK_MS = 140;

const getCanvasContext = (canvas: OffscreenCanvas): CanvasContext => {
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("This browser can’t draw pictures.");
  return context;
};

interface FrameState {
  ms: number;
  speaking: readonly Role[];
  mouth: number;
}

const drawFaces = (
  context: CanvasContext,
  scene: ClipScene,
  shape: ImageShape,
  { ms, speaking, mouth }: FrameState,
): void => {
  const { speaker, listener } = SCENE_LAYOUTS[shape].faces;
  for (const role of ROLES) {
    const isSpeaker = role === scene.speaker;
    const { x, y, height: size } = isSpeaker ? speaker : listener;
    const blinksAt = isSpeaker ? 0 : 1500;
    const areEyesShut =
      (ms + BLINK_EVERY_MS - blinksAt) % BLINK_EVERY_MS > BLINK_EVERY_MS - BLINK_MS;
    const isSpeaking = speaking.includes(role);
    context.globalAlpha = isSpeaking ? 1 : SILENT_FACE_OPACITY;
    const face = {
      x,
      y,
      size,
      color: SIDE_COLORS[role],
      mouth: isSpeaking ? mouth : null,
      areEyesShut,
    };
    drawRobot(context, face);
  }
  context.globalAlpha = 1;
};

/**
 * Returns the sentence at a time of the clip, with its speaker and its number of spoken characters.
 */
const findSpokenSentence = ({ sentences, speaker }: ClipScene, ms: number) => {
  const index = Math.max(
    0,
    sentences.findLastIndex(({ startMs }) => startMs <= ms),
  );
  const { text = "", role = speaker, startMs = 0, endMs = 1 } = sentences[index] ?? {};
  const characters = ((ms - startMs) / Math.max(1, endMs - startMs)) * (text.length + 4);
  return { text, role, characters };
};

const QUOTE_GAP_PX = 32;

/** Each speaker's quote and its box. Boxes have a minimum height and grow with their text. */
const layOutQuotes = (scene: ClipScene, area: CanvasBox) => {
  const speakers = listSpeakers(scene);
  const quotes = speakers.map((role) => ({
    role,
    text: wrapInQuotes(
      joinSentences(scene.sentences.filter((each) => each.role === role)),
      scene.language,
    ),
  }));
  const lengths = quotes.map(({ text }) => text.length + 60);
  const totalLength = lengths.reduce((sum, length) => sum + length, 0);
  const height = area.height - QUOTE_GAP_PX * (quotes.length - 1);
  let { y } = area;
  return quotes.map(({ role, text }, index) => {
    const box = { ...area, y, height: (height * (lengths[index] ?? 0)) / totalLength };
    y += box.height + QUOTE_GAP_PX;
    return { role, text, box };
  });
};

export interface SceneRenderer {
  canvas: OffscreenCanvas;
  /** Draws the whole clip's text as a still image. */
  drawStill(): void;
  /** Draws one video frame; `ms` is the time within the clip. */
  drawFrame(ms: number, voice: VoiceLevels): void;
}

export const loadSceneFonts = async ({ sentences, topic }: ClipScene): Promise<void> => {
  const text = [topic, ...sentences.map((each) => each.text)].join(" ");
  await Promise.all(
    [HEADING_FONT, TEXT_FONT].map((font) =>
      document.fonts.load(font.replace("SIZE", "30px"), text),
    ),
  );
};

export const createSceneRenderer = (scene: ClipScene, shape: ImageShape): SceneRenderer => {
  const { width, height } = IMAGE_SIZES[shape];
  const canvas = new OffscreenCanvas(width, height);
  const context = getCanvasContext(canvas);
  const background = drawBackground(scene, shape);
  const { speech, waveform } = SCENE_LAYOUTS[shape];
  /** A bar in the speaker's colour before the start of the lines. */
  const drawSideBar = (box: CanvasBox, role: Role, text: string) => {
    context.fillStyle = SIDE_COLORS[role];
    const x = isRightToLeft(text, scene.language) ? box.x + box.width + 22 : box.x - 28;
    context.fillRect(x, box.y, 6, box.height);
  };
  const quoteFont = { font: HEADING_FONT, maxSize: shape === "square" ? 44 : 56, minSize: 22 };
  return {
    canvas,
    drawStill() {
      context.drawImage(background, 0, 0);
      drawFaces(context, scene, shape, { ms: 1, speaking: listSpeakers(scene), mouth: 0.4 });
      const area = { ...speech, height: waveform.y + waveform.height - speech.y };
      for (const { role, text, box } of layOutQuotes(scene, area)) {
        drawSideBar(box, role, text);
        drawText(context, { text, language: scene.language }, box, quoteFont, {
          spokenColor: TEXT_COLOR,
          unspokenColor: TEXT_COLOR,
        });
      }
    },
    drawFrame(ms, { bars, mouth }) {
      context.drawImage(background, 0, 0);
      const playedFraction = ms / scene.durationMs;
      const { text, role, characters } = findSpokenSentence(scene, ms);
      const mouthOpening = mouth[Math.floor(playedFraction * mouth.length)] ?? 0;
      drawFaces(context, scene, shape, { ms, speaking: [role], mouth: mouthOpening });
      drawSideBar(speech, role, text);
      drawText(
        context,
        { text, language: scene.language },
        speech,
        quoteFont,
        { spokenColor: TEXT_COLOR, unspokenColor: UNSPOKEN_COLOR },
        characters,
      );
      drawWaveform(context, waveform, bars, { playedFraction, color: SIDE_COLORS[role] });
    },
  };
};
