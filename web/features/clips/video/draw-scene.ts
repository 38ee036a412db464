import { COLORS, GLOW_COLORS } from "#shared/domain/brand.ts";
import { wrapInQuotes, joinClipText } from "#shared/domain/audio/clip.ts";
import { type Role, ROLES, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { drawRobot } from "./draw-robot.ts";
import { type ClipScene, type ImageShape, IMAGE_SIZES } from "./scene.ts";
import { type CanvasBox, drawText } from "./draw-text.ts";

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
  words: CanvasBox;
  wave: CanvasBox;
}

/** In pixels. The face boxes include room for the name. */
const SCENE_LAYOUTS: Record<ImageShape, SceneLayout> = {
  portrait: {
    topic: { x: 48, y: 104, width: 624, height: 100 },
    faces: {
      speaker: { x: 70, y: 250, width: 300, height: 200 },
      listener: { x: 420, y: 310, width: 230, height: 120 },
    },
    words: { x: 84, y: 560, width: 580, height: 480 },
    wave: { x: 48, y: 1120, width: 624, height: 100 },
  },
  square: {
    topic: { x: 48, y: 76, width: 624, height: 64 },
    faces: {
      speaker: { x: 48, y: 160, width: 300, height: 92 },
      listener: { x: 420, y: 176, width: 230, height: 64 },
    },
    words: { x: 84, y: 322, width: 580, height: 270 },
    wave: { x: 48, y: 620, width: 624, height: 64 },
  },
  landscape: {
    topic: { x: 48, y: 80, width: 1184, height: 56 },
    faces: {
      speaker: { x: 48, y: 176, width: 280, height: 160 },
      listener: { x: 48, y: 430, width: 280, height: 84 },
    },
    words: { x: 408, y: 170, width: 820, height: 390 },
    wave: { x: 48, y: 604, width: 1184, height: 76 },
  },
};

const drawGlow = (pen: CanvasContext, x: number, color: string): void => {
  const { width, height } = pen.canvas;
  const reach = Math.max(width, height) * 0.75;
  const light = pen.createRadialGradient(x, height, 0, x, height, reach);
  light.addColorStop(0, color);
  light.addColorStop(1, `${color}00`);
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
};

const drawSpeakerName = (
  pen: CanvasContext,
  { names }: ClipScene,
  role: Role,
  { x, y, height }: CanvasBox,
): void => {
  const large = height > 100;
  pen.direction = "ltr";
  pen.textAlign = "start";
  pen.fillStyle = SIDE_COLORS[role];
  pen.font = TEXT_FONT.replace("SIZE", large ? "22px" : "18px");
  const beside = height < 100;
  const left = beside ? x + height + 16 : x;
  const top = beside ? y + height / 2 - 8 : y + height + 34;
  pen.fillText(SIDE_LABEL[role], left, top);
  pen.fillStyle = TEXT_COLOR;
  pen.font = HEADING_FONT.replace("SIZE", large ? "34px" : "26px");
  pen.fillText(names[role], left, top + (large ? 40 : 30));
};

/** The sides that speak in the clip, in order of appearance. */
const listSpeakers = ({ sentences }: ClipScene): Role[] => [
  ...new Set(sentences.map(({ role }) => role)),
];

/** The static background: colours, product name, motion and speakers' names. */
const drawBackground = (scene: ClipScene, shape: ImageShape): OffscreenCanvas => {
  const { width, height } = IMAGE_SIZES[shape];
  const canvas = new OffscreenCanvas(width, height);
  const pen = getCanvasContext(canvas);
  const { topic, faces } = SCENE_LAYOUTS[shape];
  pen.fillStyle = COLORS.canvas.dark;
  pen.fillRect(0, 0, width, height);
  drawGlow(pen, 0, GLOW_COLORS.for);
  drawGlow(pen, width, GLOW_COLORS.against);
  pen.fillStyle = TEXT_COLOR;
  pen.font = TEXT_FONT.replace("SIZE", "22px");
  pen.fillText(scene.product, 48, 64);
  const motion = { font: HEADING_FONT, largest: 30, smallest: 20 };
  drawText(pen, scene.topic, topic, motion, { lit: MUTED_COLOR, unlit: MUTED_COLOR });
  for (const role of ROLES) {
    const isSpeaker = role === scene.speaker;
    pen.globalAlpha = listSpeakers(scene).includes(role) ? 1 : SILENT_FACE_OPACITY;
    drawSpeakerName(pen, scene, role, isSpeaker ? faces.speaker : faces.listener);
  }
  pen.globalAlpha = 1;
  return canvas;
};

const BAR_WIDTH_PX = 6;
const BAR_GAP_PX = 4;

export const countWaveformBars = (shape: ImageShape): number =>
  Math.floor(SCENE_LAYOUTS[shape].wave.width / (BAR_WIDTH_PX + BAR_GAP_PX));

const drawWaveform = (
  pen: CanvasContext,
  { x, y, height }: CanvasBox,
  levels: readonly number[],
  { heard, color }: { heard: number; color: string },
): void => {
  for (const [n, level] of levels.entries()) {
    const bar = Math.max(BAR_WIDTH_PX, level * height);
    pen.fillStyle = n < heard * levels.length ? color : UNSPOKEN_COLOR;
    pen.beginPath();
    pen.roundRect(
      x + n * (BAR_WIDTH_PX + BAR_GAP_PX),
      y + (height - bar) / 2,
      BAR_WIDTH_PX,
      bar,
      BAR_WIDTH_PX / 2,
    );
    pen.fill();
  }
};

/** Audio levels of a video: one per waveform bar and one per mouth position, each from 0 to 1. */
export interface VoiceLevels {
  bars: readonly number[];
  mouth: readonly number[];
}

const BLINK_EVERY_MS = 3700;
const BLINK_MS = 140;

const getCanvasContext = (canvas: OffscreenCanvas): CanvasContext => {
  const pen = canvas.getContext("2d", { alpha: false });
  if (!pen) throw new Error("This browser can’t draw pictures.");
  return pen;
};

interface FrameState {
  ms: number;
  speaking: readonly Role[];
  mouth: number;
}

const drawFaces = (
  pen: CanvasContext,
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
    pen.globalAlpha = isSpeaking ? 1 : SILENT_FACE_OPACITY;
    const face = {
      x,
      y,
      size,
      color: SIDE_COLORS[role],
      mouth: isSpeaking ? mouth : null,
      areEyesShut,
    };
    drawRobot(pen, face);
  }
  pen.globalAlpha = 1;
};

/** The sentence at a time of the clip, its speaker, and the number of characters spoken so far. */
const findSpokenSentence = ({ sentences, speaker }: ClipScene, ms: number) => {
  const at = Math.max(
    0,
    sentences.findLastIndex(({ startMs }) => startMs <= ms),
  );
  const { text = "", role = speaker, startMs = 0, endMs = 1 } = sentences[at] ?? {};
  const characters = ((ms - startMs) / Math.max(1, endMs - startMs)) * (text.length + 4);
  return { text, role, characters };
};

const QUOTE_GAP_PX = 32;

/** Each speaker's quote and its box. Heights are proportional to the text length plus a minimum. */
const layOutQuotes = (scene: ClipScene, room: CanvasBox) => {
  const speakers = listSpeakers(scene);
  const said = speakers.map((role) => ({
    role,
    text: wrapInQuotes(
      joinClipText([{ sentences: scene.sentences.filter((each) => each.role === role) }]),
    ),
  }));
  const lengths = said.map(({ text }) => text.length + 60);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const height = room.height - QUOTE_GAP_PX * (said.length - 1);
  let { y } = room;
  return said.map(({ role, text }, at) => {
    const box = { ...room, y, height: (height * (lengths[at] ?? 0)) / all };
    y += box.height + QUOTE_GAP_PX;
    return { role, text, box };
  });
};

export interface SceneRenderer {
  canvas: OffscreenCanvas;
  /** Draws the whole clip's text as a still image. */
  picture(): void;
  /** Draws one video frame; `ms` is the time within the clip. */
  frame(ms: number, voice: VoiceLevels): void;
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
  const pen = getCanvasContext(canvas);
  const ground = drawBackground(scene, shape);
  const { words, wave } = SCENE_LAYOUTS[shape];
  const rule = ({ x, y, height: length }: CanvasBox, role: Role) => {
    pen.fillStyle = SIDE_COLORS[role];
    pen.fillRect(x - 28, y, 6, length);
  };
  const large = { font: HEADING_FONT, largest: shape === "square" ? 44 : 56, smallest: 22 };
  return {
    canvas,
    picture() {
      pen.drawImage(ground, 0, 0);
      drawFaces(pen, scene, shape, { ms: 1, speaking: listSpeakers(scene), mouth: 0.4 });
      const room = { ...words, height: wave.y + wave.height - words.y };
      for (const { role, text, box } of layOutQuotes(scene, room)) {
        rule(box, role);
        drawText(pen, text, box, large, { lit: TEXT_COLOR, unlit: TEXT_COLOR });
      }
    },
    frame(ms, { bars, mouth }) {
      pen.drawImage(ground, 0, 0);
      const heard = ms / scene.durationMs;
      const { text, role, characters } = findSpokenSentence(scene, ms);
      const open = mouth[Math.floor(heard * mouth.length)] ?? 0;
      drawFaces(pen, scene, shape, { ms, speaking: [role], mouth: open });
      rule(words, role);
      drawText(pen, text, words, large, { lit: TEXT_COLOR, unlit: UNSPOKEN_COLOR }, characters);
      drawWaveform(pen, wave, bars, { heard, color: SIDE_COLORS[role] });
    },
  };
};
