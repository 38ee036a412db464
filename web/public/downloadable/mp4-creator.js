/**
 * Draws the animated logo on a canvas and records it as MP4, or as WebM if the browser cannot write
 * MP4.
 */

import { COLORS, ROBOT, VERSUS } from "./brand.js";

const LOOP_S = 4;
const FRAMES_PER_SECOND = 30;
const BITS_PER_SECOND = 8_000_000;

/** Recording formats in order of preference. */
const KINDS = [
  { type: "video/mp4;codecs=avc1.640028", name: "MP4", extension: "mp4" },
  { type: "video/mp4;codecs=avc1.42E01E", name: "MP4", extension: "mp4" },
  { type: "video/mp4", name: "MP4", extension: "mp4" },
  { type: "video/webm;codecs=vp9", name: "WebM", extension: "webm" },
  { type: "video/webm", name: "WebM", extension: "webm" },
];

const element = (id) => document.getElementById(id);
const canvas = element("logo");
const pen = canvas.getContext("2d");
const kind = KINDS.find(
  ({ type }) => "MediaRecorder" in window && MediaRecorder.isTypeSupported(type),
);

/** Position in the loop, from 0 to 1. */
const placeOf = (ms) => ((ms / 1000) % LOOP_S) / LOOP_S;

/** Draws a robot of the logo, whose coordinates go from 0 to 32. */
const drawRobot = (side, color, isTalking, isBlinking, ms) => {
  const { antenna, ears, head, tip, leftEye, rightEye, openMouth, features } = ROBOT;
  const { lips, brows = "" } = features[side];
  pen.strokeStyle = color;
  pen.fillStyle = color;
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.stroke(new Path2D(antenna + ears + brows + (isTalking ? "" : lips)));
  const box = new Path2D();
  box.roundRect(head.x, head.y, head.width, head.height, head.rx);
  pen.stroke(box);
  const dots = new Path2D();
  const dot = ({ cx, cy }, width, height) => {
    dots.moveTo(cx + width, cy);
    dots.ellipse(cx, cy, width, height, 0, 0, Math.PI * 2);
  };
  dot(tip, tip.r, tip.r);
  for (const eye of [leftEye, rightEye]) dot(eye, eye.r, isBlinking ? 0.25 : eye.r);
  if (isTalking) {
    const least = 0.6;
    const opening = (openMouth.ry - least) * Math.abs(Math.sin(ms / 108));
    dot(openMouth, openMouth.rx, least + opening);
  }
  pen.fill(dots);
};

const draw = (ms) => {
  const place = placeOf(ms);
  const { width, height } = canvas;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const theme = element("background").value;
  pen.fillStyle = COLORS.canvas[theme];
  pen.fillRect(0, 0, width, height);
  const scale = Math.min(width / 600, height / 320);
  const left = (width - 480 * scale) / 2;
  const top = (height - 200 * scale) / 2;

  const robot = (x, side, color, from, to, blinkAt) => {
    const isTalking = place > from && place < to;
    const lift = isTalking ? 6 * Math.sin(((place - from) / (to - from)) * Math.PI) : 0;
    const isBlinking = Math.abs(place - blinkAt) < 0.02;
    const size = 5.25 * scale;
    pen.setTransform(size, 0, 0, size, left + x * scale, top + (12 - lift) * scale);
    drawRobot(side, color, isTalking, isBlinking, ms);
  };
  robot(20, "bot_a", COLORS.for[theme], 0.05, 0.45, 0.96);
  robot(292, "bot_b", COLORS.against[theme], 0.55, 0.95, 0.36);

  pen.setTransform(scale, 0, 0, scale, left + 199.2 * scale, top + 68 * scale);
  pen.globalAlpha = 0.775 + 0.225 * Math.cos(place * 4 * Math.PI);
  pen.fillStyle = COLORS.muted[theme];
  pen.fill(new Path2D(VERSUS));
  pen.globalAlpha = 1;
};

const play = (now) => {
  draw(now);
  requestAnimationFrame(play);
};

const say = (text) => {
  element("status").textContent = text;
};

/** Returns the video as a Blob. */
const record = async (seconds) => {
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType: kind.type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const pieces = [];
  recorder.addEventListener("dataavailable", ({ data }) => pieces.push(data));
  const ended = new Promise((resolve, reject) => {
    recorder.addEventListener("stop", resolve);
    recorder.addEventListener("error", () => reject(new Error("The recording failed.")));
  });
  recorder.start();
  for (let left = seconds; left > 0; left -= 1) {
    say(`Recording ${kind.name}, ${left} s left. Keep this tab in sight.`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  recorder.stop();
  await ended;
  return new Blob(pieces, { type: kind.type.split(";")[0] });
};

const offer = (film) => {
  const link = element("result");
  link.href = URL.createObjectURL(film);
  link.download = `chatbot-debate-logo.${kind.extension}`;
  link.textContent = `Download ${kind.name}, ${(film.size / 1024).toFixed(0)} kB`;
  link.hidden = false;
  link.focus();
  element("record").classList.add("quiet");
};

/** Text shown before recording, by the format that the browser supports. */
const HINTS = {
  none: "This browser cannot record a canvas. Try a current Chrome, Edge, Firefox or Safari.",
  webm: "This browser cannot write MP4. The film will be WebM, under that name.",
  mp4: "",
};

/** Discards the recorded video, because its settings have changed. */
const startOver = () => {
  const link = element("result");
  URL.revokeObjectURL(link.href);
  link.hidden = true;
  element("record").classList.remove("quiet");
  say(HINTS[kind?.extension ?? "none"]);
};

element("settings").addEventListener("change", () => {
  [canvas.width, canvas.height] = element("size").value.split("x").map(Number);
  startOver();
});

element("settings").addEventListener("submit", async (event) => {
  event.preventDefault();
  startOver();
  const controls = [...element("settings").elements];
  for (const control of controls) control.disabled = true;
  try {
    offer(await record(Number(element("seconds").value)));
    say("Done.");
  } catch (err) {
    say(err.message);
  } finally {
    for (const control of controls) control.disabled = false;
  }
});

element("record").disabled = !kind;
startOver();

requestAnimationFrame(play);
