import { COLORS, GLOW } from "#shared/domain/brand.ts";
import { quoted, wordsOf } from "#shared/domain/moment.ts";
import { type Role, ROLES, SIDE_LABEL } from "#shared/domain/side.ts";
import { paintRobot } from "./paint-robot.ts";
import { type Scene, type Shape, SHAPES } from "./scene.ts";
import { type Box, writeText } from "./write-text.ts";

type Pen = OffscreenCanvasRenderingContext2D;

const HEADING = "700 SIZE 'Bricolage Grotesque'";
const TEXT = "600 SIZE Inter";
const COLOR: Record<Role, string> = { bot_a: COLORS.for.dark, bot_b: COLORS.against.dark };
const INK = COLORS.ink.dark;
const MUTED = COLORS.muted.dark;
const UNSAID = COLORS.edge.dark;

const QUIET = 0.55;

interface Layout {
  topic: Box;
  faces: { speaker: Box; listener: Box };
  words: Box;
  wave: Box;
}

/** In pixels. The face boxes include room for the name. */
const LAYOUT: Record<Shape, Layout> = {
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

const paintGlow = (pen: Pen, x: number, color: string): void => {
  const { width, height } = pen.canvas;
  const reach = Math.max(width, height) * 0.75;
  const light = pen.createRadialGradient(x, height, 0, x, height, reach);
  light.addColorStop(0, color);
  light.addColorStop(1, `${color}00`);
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
};

const writeName = (pen: Pen, { names }: Scene, role: Role, { x, y, height }: Box): void => {
  const large = height > 100;
  pen.direction = "ltr";
  pen.textAlign = "start";
  pen.fillStyle = COLOR[role];
  pen.font = TEXT.replace("SIZE", large ? "22px" : "18px");
  const beside = height < 100;
  const left = beside ? x + height + 16 : x;
  const top = beside ? y + height / 2 - 8 : y + height + 34;
  pen.fillText(SIDE_LABEL[role], left, top);
  pen.fillStyle = INK;
  pen.font = HEADING.replace("SIZE", large ? "34px" : "26px");
  pen.fillText(names[role], left, top + (large ? 40 : 30));
};

/** The sides that speak in the clip, in order of appearance. */
const speakersOf = ({ sentences }: Scene): Role[] => [
  ...new Set(sentences.map(({ role }) => role)),
];

/** The static background: colours, product name, motion and speakers' names. */
const paintGround = (scene: Scene, shape: Shape): OffscreenCanvas => {
  const { width, height } = SHAPES[shape];
  const canvas = new OffscreenCanvas(width, height);
  const pen = penOf(canvas);
  const { topic, faces } = LAYOUT[shape];
  pen.fillStyle = COLORS.canvas.dark;
  pen.fillRect(0, 0, width, height);
  paintGlow(pen, 0, GLOW.for);
  paintGlow(pen, width, GLOW.against);
  pen.fillStyle = INK;
  pen.font = TEXT.replace("SIZE", "22px");
  pen.fillText(scene.product, 48, 64);
  const motion = { font: HEADING, largest: 30, smallest: 20 };
  writeText(pen, scene.topic, topic, motion, { lit: MUTED, unlit: MUTED });
  for (const role of ROLES) {
    const isSpeaker = role === scene.speaker;
    pen.globalAlpha = speakersOf(scene).includes(role) ? 1 : QUIET;
    writeName(pen, scene, role, isSpeaker ? faces.speaker : faces.listener);
  }
  pen.globalAlpha = 1;
  return canvas;
};

const BAR_PX = 6;
const GAP_PX = 4;

export const barsOf = (shape: Shape): number =>
  Math.floor(LAYOUT[shape].wave.width / (BAR_PX + GAP_PX));

const paintWave = (
  pen: Pen,
  { x, y, height }: Box,
  levels: readonly number[],
  { heard, color }: { heard: number; color: string },
): void => {
  for (const [n, level] of levels.entries()) {
    const bar = Math.max(BAR_PX, level * height);
    pen.fillStyle = n < heard * levels.length ? color : UNSAID;
    pen.beginPath();
    pen.roundRect(x + n * (BAR_PX + GAP_PX), y + (height - bar) / 2, BAR_PX, bar, BAR_PX / 2);
    pen.fill();
  }
};

/** Audio levels of a video: one per waveform bar and one per mouth position, each from 0 to 1. */
export interface Voice {
  bars: readonly number[];
  mouth: readonly number[];
}

const BLINK_EVERY_MS = 3700;
const BLINK_MS = 140;

const penOf = (canvas: OffscreenCanvas): Pen => {
  const pen = canvas.getContext("2d", { alpha: false });
  if (!pen) throw new Error("This browser cannot draw pictures.");
  return pen;
};

interface Spoken {
  ms: number;
  speaking: readonly Role[];
  mouth: number;
}

const paintFaces = (
  pen: Pen,
  scene: Scene,
  shape: Shape,
  { ms, speaking, mouth }: Spoken,
): void => {
  const { speaker, listener } = LAYOUT[shape].faces;
  for (const role of ROLES) {
    const isSpeaker = role === scene.speaker;
    const { x, y, height: size } = isSpeaker ? speaker : listener;
    const blinksAt = isSpeaker ? 0 : 1500;
    const areEyesShut =
      (ms + BLINK_EVERY_MS - blinksAt) % BLINK_EVERY_MS > BLINK_EVERY_MS - BLINK_MS;
    const isSpeaking = speaking.includes(role);
    pen.globalAlpha = isSpeaking ? 1 : QUIET;
    const face = { x, y, size, color: COLOR[role], mouth: isSpeaking ? mouth : null, areEyesShut };
    paintRobot(pen, face);
  }
  pen.globalAlpha = 1;
};

/** The sentence at a time of the clip, its speaker, and the number of characters spoken so far. */
const saidAt = ({ sentences, speaker }: Scene, ms: number) => {
  const at = Math.max(
    0,
    sentences.findLastIndex(({ startMs }) => startMs <= ms),
  );
  const { text = "", role = speaker, startMs = 0, endMs = 1 } = sentences[at] ?? {};
  const characters = ((ms - startMs) / Math.max(1, endMs - startMs)) * (text.length + 4);
  return { text, role, characters };
};

const BETWEEN_PX = 32;

/** Each speaker's quote and its box. Heights are proportional to the text length plus a minimum. */
const sharesOf = (scene: Scene, room: Box) => {
  const speakers = speakersOf(scene);
  const said = speakers.map((role) => ({
    role,
    text: quoted(wordsOf([{ sentences: scene.sentences.filter((each) => each.role === role) }])),
  }));
  const lengths = said.map(({ text }) => text.length + 60);
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const height = room.height - BETWEEN_PX * (said.length - 1);
  let { y } = room;
  return said.map(({ role, text }, at) => {
    const box = { ...room, y, height: (height * (lengths[at] ?? 0)) / all };
    y += box.height + BETWEEN_PX;
    return { role, text, box };
  });
};

export interface Painter {
  canvas: OffscreenCanvas;
  /** Draws the whole clip's text as a still image. */
  picture(): void;
  /** Draws one video frame; `ms` is the time within the clip. */
  frame(ms: number, voice: Voice): void;
}

export const loadLetters = async ({ sentences, topic }: Scene): Promise<void> => {
  const text = [topic, ...sentences.map((each) => each.text)].join(" ");
  await Promise.all(
    [HEADING, TEXT].map((font) => document.fonts.load(font.replace("SIZE", "30px"), text)),
  );
};

export const createPainter = (scene: Scene, shape: Shape): Painter => {
  const { width, height } = SHAPES[shape];
  const canvas = new OffscreenCanvas(width, height);
  const pen = penOf(canvas);
  const ground = paintGround(scene, shape);
  const { words, wave } = LAYOUT[shape];
  const rule = ({ x, y, height: length }: Box, role: Role) => {
    pen.fillStyle = COLOR[role];
    pen.fillRect(x - 28, y, 6, length);
  };
  const large = { font: HEADING, largest: shape === "square" ? 44 : 56, smallest: 22 };
  return {
    canvas,
    picture() {
      pen.drawImage(ground, 0, 0);
      paintFaces(pen, scene, shape, { ms: 1, speaking: speakersOf(scene), mouth: 0.4 });
      const room = { ...words, height: wave.y + wave.height - words.y };
      for (const { role, text, box } of sharesOf(scene, room)) {
        rule(box, role);
        writeText(pen, text, box, large, { lit: INK, unlit: INK });
      }
    },
    frame(ms, { bars, mouth }) {
      pen.drawImage(ground, 0, 0);
      const heard = ms / scene.durationMs;
      const { text, role, characters } = saidAt(scene, ms);
      const open = mouth[Math.floor(heard * mouth.length)] ?? 0;
      paintFaces(pen, scene, shape, { ms, speaking: [role], mouth: open });
      rule(words, role);
      writeText(pen, text, words, large, { lit: INK, unlit: UNSAID }, characters);
      paintWave(pen, wave, bars, { heard, color: COLOR[role] });
    },
  };
};
