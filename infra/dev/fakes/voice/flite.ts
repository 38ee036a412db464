import { File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";
import type { SpeakerVoice } from "./voices.ts";

const SPOKEN_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201B]/g, "'"],
  [/[\u201C-\u201F\u00AB\u00BB]/g, '"'],
  [/\s*[\u2012-\u2015]\s*/g, ", "],
  [/\u2026/g, "..."],
  [/&/g, " and "],
  [/%/g, " percent "],
  [/\u20AC/g, " euros "],
  // The synthesizer reads only ASCII. Accents are removed, and other characters become spaces.
  [/\p{M}/gu, ""],
  [/[^\x20-\x7E]/g, " "],
];

/** Returns the text in characters that the synthesizer can read. It is never empty. */
const toSpeakableText = (text: string): string => {
  const spelled = SPOKEN_REPLACEMENTS.reduce(
    (spoken, [sign, instead]) => spoken.replace(sign, instead),
    text.normalize("NFKD"),
  );
  return /[a-z0-9]/i.test(spelled) ? spelled.replace(/\s+/g, " ").trim() : "Mm.";
};

/** Mono audio. Samples are numbers from -1 to 1. */
export interface PcmAudio {
  samples: Float32Array<ArrayBuffer>;
  sampleRate: number;
}

const WAV_FILE = "speech.wav";
const CHUNK_HEADER_BYTES = 8;

const parseWav = (bytes: Uint8Array): PcmAudio => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isData = (at: number) => view.getUint32(at) === 0x64617461;
  let at = 12;
  while (!isData(at)) at += CHUNK_HEADER_BYTES + view.getUint32(at + 4, true);
  const start = at + CHUNK_HEADER_BYTES;
  const samples = new Float32Array((view.byteLength - start) >> 1);
  for (let n = 0; n < samples.length; n++) samples[n] = view.getInt16(start + 2 * n, true) / 0x8000;
  return { samples, sampleRate: view.getUint32(24, true) };
};

const buildFlags = ({ base, pitch, stretch }: SpeakerVoice, pace: number): string[] => [
  "-voice",
  base,
  "--setf",
  `duration_stretch=${(stretch / pace).toFixed(3)}`,
  ...(pitch === undefined ? [] : ["--setf", `int_f0_target_mean=${pitch}`]),
];

type WasiImports = WASI["wasiImport"];

/** Runs one WebAssembly instance repeatedly. Resets its memory before each run. */
const createProgram = (module: WebAssembly.Module) => {
  let imports: WasiImports = {};
  const asks = WebAssembly.Module.imports(module).map(({ name }) => [
    name,
    (...values: unknown[]): unknown => imports[name]?.(...values),
  ]);
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: Object.fromEntries(asks),
  });
  const { memory } = instance.exports;
  if (!(memory instanceof WebAssembly.Memory)) throw new Error("The synthesizer has no memory.");
  const before = new Uint8Array(memory.buffer).slice();
  return (wasi: WASI): number => {
    const used = new Uint8Array(memory.buffer);
    used.set(before);
    used.fill(0, before.length);
    imports = wasi.wasiImport;
    // The type requires exports of the instance that TypeScript cannot know.
    return wasi.start(instance as Parameters<WASI["start"]>[0]);
  };
};

/**
 * Creates the speech synthesizer Flite. Its runs share one memory, because creating one takes
 * longer than synthesizing a sentence.
 */
export const createFlite = (module: WebAssembly.Module) => {
  let program: ReturnType<typeof createProgram> | undefined;
  return (text: string, voice: SpeakerVoice, pace: number): PcmAudio => {
    const folder = new PreopenDirectory("/", new Map());
    const silentStreams = [0, 1, 2].map(() => new OpenFile(new File([])));
    const args = [
      "flite",
      ...buildFlags(voice, pace),
      "-t",
      toSpeakableText(text),
      "-o",
      `/${WAV_FILE}`,
    ];
    const wasi = new WASI(args, [], [...silentStreams, folder], { debug: false });
    const run = program ?? createProgram(module);
    // The instance is kept only after a successful run. Resetting its memory does not reset its
    // other state, which a failure may have broken.
    program = undefined;
    if (run(wasi) === 0) program = run;
    const wave = folder.dir.contents.get(WAV_FILE);
    if (!(wave instanceof File)) throw new Error("The synthesizer said nothing.");
    return parseWav(wave.data);
  };
};
