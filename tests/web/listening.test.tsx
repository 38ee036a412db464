/** @jest-environment ./tests/web/browser.cjs */
import { screen, waitFor, within } from "@testing-library/react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { PageData } from "#shared/contract/page.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { dispatchPlayerEvent, usePlayer } from "#web/lib/player/player-store.ts";
import { loadLivePlayer, stopLiveListening } from "#web/features/live-audio/player/live-player.ts";
import { savePosition, findSavedPosition } from "#web/lib/player/resume/saved-positions.ts";
import type { Language } from "#shared/domain/debates/language/language.ts";
import {
  buildDebate,
  buildTtsStatus,
  buildTurn,
  CONFIG,
  USER,
  toDebateProgress,
} from "./fixtures.ts";
import type { FakeResponses } from "./fake-api.ts";
import { installFakeAudio } from "./fake-audio.ts";
import { blockBrowserStorage } from "./block-browser-storage.ts";
import {
  chooseMenuItem,
  expectToast,
  isButtonDisabled,
  openMenu,
  renderAppPage,
  useFakeApi,
} from "./page-harness.tsx";
import { createSpokenTurns } from "./player-simulator.ts";

const fakeApi = useFakeApi();
const audio = installFakeAudio();
const PATH = "/api/debates/7";
const completed = buildDebate({ status: "completed", currentTurn: 2, maxTurns: 2 });
const WORDS = ["The first thing.", "The second thing."];

const getAudioPath = (id: number, more = "") =>
  `GET /api/tts/audio?turnId=${id}&provider=${id === 101 ? "openai" : "claude"}` +
  `&secondary=false&version=1${more}`;

interface Opened {
  debate?: Debate;
  turns?: Turn[];
  viewer?: PageData["user"];
  isVoiced?: boolean;
  /** The languages that the voice speaks. */
  languages?: readonly Language[];
  answers?: FakeResponses;
  hash?: string;
  /** The live schedule in the page's preloaded data. */
  live?: LiveScheduleView;
}

const openDebate = (opened: Opened = {}) => {
  const { debate = completed, viewer = USER, isVoiced = true, answers = {}, hash = "" } = opened;
  const turns = opened.turns ?? createSpokenTurns(2);
  fakeApi().respond({
    [`GET ${PATH}`]: [200, debate],
    [`GET ${PATH}/turns`]: [200, turns],
    [getAudioPath(101)]: [200, "sound"],
    [getAudioPath(102)]: [200, "sound"],
    ...answers,
  });
  return renderAppPage(fakeApi(), `/debate/7${hash}`, {
    config: { ...CONFIG, tts: isVoiced },
    user: viewer,
    queries: [
      [[PATH], debate],
      [[`${PATH}/turns`], turns],
      [["/api/tts/status"], buildTtsStatus(isVoiced, opened.languages)],
      ...(opened.live
        ? [[[`${PATH}/live`], opened.live] satisfies PageData["queries"][number]]
        : []),
    ],
  });
};

const button = (name: string) => screen.getByRole("button", { name });
const player = () => screen.findByRole("region", { name: "Audio player" });
const status = async (word: string) => within(await player()).findByText(word);
const play = async (opened: Opened = {}) => {
  const page = await openDebate(opened);
  await page.user.click(button("Play turn 1"));
  return page;
};

afterEach(() => {
  dispatchPlayerEvent({ type: "close" });
  audio.refusal = null;
  audio.error = null;
  audio.ended = false;
  localStorage.clear();
});

describe("a turn in the audio player", () => {
  test("is played and stopped with its own button", async () => {
    const { user } = await play();
    expect(await status("Playing")).toBeTruthy();
    expect(within(await player()).getByText("For")).toBeTruthy();
    await user.click(button("Stop turn 1"));
    expect(await screen.findByText("Playback has been stopped.")).toBeTruthy();
    expect(await status("Ready to play")).toBeTruthy();
    expect(audio.isPlaying).toBe(false);
  });

  test("is completed when its recording ends", async () => {
    await play();
    await status("Playing");
    audio.end();
    expect(await status("Completed")).toBeTruthy();
  });

  test("receives the focus when its player is closed", async () => {
    const { user } = await play();
    await status("Playing");
    await user.click(button("Close player"));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Audio player" })).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe("turn-1"));
  });

  test("leaves the focus in the player when the next turn follows", async () => {
    const { user } = await openDebate();
    await user.click(button("Listen to Debate"));
    (await within(await player()).findByRole("slider", { name: "Position" })).focus();
    await status("Playing");
    audio.end();
    expect(await screen.findByText(/is next$/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("slider", { name: "Position" }));
  });

  test("shows that it is buffering until it continues", async () => {
    await play();
    await status("Playing");
    audio.happen("waiting");
    expect(await status("Buffering...")).toBeTruthy();
    audio.happen("playing");
    expect(await status("Playing")).toBeTruthy();
  });

  test("shows the server's reason when its recording is refused", async () => {
    const message = "The voice is not available just now.";
    await play({ answers: { [getAudioPath(101)]: [503, { message }] } });
    expect(await screen.findByText("Audio playback error")).toBeTruthy();
    expect(await status("Error")).toBeTruthy();
    expect(await status(message)).toBeTruthy();
  });

  test("is requested as MP3 when its file is broken, and then shows the error", async () => {
    const mp3Url = getAudioPath(101, "&altFormat=mp3");
    await play({ answers: { [mp3Url]: [406, { message: "There is no other." }] } });
    await status("Playing");
    audio.breakWith(4);
    expect((await screen.findAllByText("format not supported")).length).toBeGreaterThan(0);
    expect(fakeApi().requests.map(({ method, path }) => `${method} ${path}`)).toContain(mp3Url);
  });

  test("asks for a tap when the browser blocks it, and then plays", async () => {
    audio.refusal = "NotAllowedError";
    const { user } = await play();
    const tap = await screen.findByRole("button", { name: "Tap to listen" });
    audio.refusal = null;
    await user.click(tap);
    expect(await status("Playing")).toBeTruthy();
  });

  test("is paused with the space bar and sought with the arrow keys", async () => {
    const { user } = await play();
    await status("Playing");
    audio.duration = 60;
    audio.currentTime = 20;
    await screen.findByText("0:20");
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await user.keyboard("{ArrowRight}");
    expect(audio.currentTime).toBe(25);
    await user.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(audio.currentTime).toBe(15);
    await user.keyboard(" ");
    expect(audio.isPlaying).toBe(false);
    await user.keyboard(" ");
    expect(audio.isPlaying).toBe(true);
  });

  test("plays at the chosen speed, and so does the next turn", async () => {
    const { user } = await play();
    await status("Playing");
    await user.selectOptions(screen.getByLabelText("Speed"), "1.5");
    expect(audio.playbackRate).toBe(1.5);
    await user.click(button("Play turn 2"));
    await waitFor(() => expect(usePlayer.getState().phase).toBe("playing"));
    expect(audio.playbackRate).toBe(1.5);
  });

  test("stops when the user leaves the page", async () => {
    const { user } = await play();
    await status("Playing");
    await user.click(screen.getByRole("link", { name: "Back to Debates" }));
    await waitFor(() => expect(audio.isPlaying).toBe(false));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Audio player" })).toBeNull());
  });

  test("marks the sentence that is heard, and none when it is over", async () => {
    const turn = { ...createSpokenTurns(1)[0], content: WORDS.join("\n\n") } as Turn;
    const sentences = WORDS.map((text, at) => ({
      text,
      startMs: at * 5000,
      endMs: at * 5000 + 5000,
    }));
    await play({
      turns: [turn],
      answers: {
        "GET /api/tts/sentences?turnId=101&version=1": [
          200,
          { turnId: 101, version: 1, durationMs: 10_000, sentences },
        ],
      },
    });
    const getMarkedText = () => document.querySelector("[data-spoken]")?.textContent;
    await waitFor(() => expect(getMarkedText()).toBe(WORDS[0]));
    audio.currentTime = 5.1;
    await waitFor(() => expect(getMarkedText()).toBe(WORDS[1]));
    audio.end();
    await status("Completed");
    await waitFor(() => expect(getMarkedText()).toBeUndefined());
  });
});

describe("a debate in the audio player", () => {
  test("plays turn by turn when it is completed, names each turn and reports its end", async () => {
    const { user } = await openDebate();
    await user.click(button("Listen to Debate"));
    await expectToast("For Side", "Now playing opening statement...");
    audio.end();
    expect(await screen.findByText("Turn 2 is next")).toBeTruthy();
    expect(await screen.findByText("Against Side")).toBeTruthy();
    audio.end();
    await expectToast("Playback Complete", "Finished playing all debate turns.");
  });

  test("waits for the next turn and its recording while it is running", async () => {
    const debate = buildDebate({ currentTurn: 1 });
    await openDebate({ debate, turns: createSpokenTurns(1) });
    dispatchPlayerEvent({ type: "play-all" });
    await screen.findByText("For Side");
    audio.end();
    expect(await status("Waiting for turn 2")).toBeTruthy();
    expect(within(await player()).queryByText("For")).toBeNull();
    const [, turn] = createSpokenTurns(2);
    if (!turn) throw new Error("no turn");
    fakeApi().io.emit("turn:completed", {
      debateId: 7,
      turn: { ...turn, audio: { status: "pending", durationMs: null, version: 0 } },
    });
    expect(await screen.findByText("Turn 2 is being recorded")).toBeTruthy();
    fakeApi().io.emit("audio:ready", { debateId: 7, turnId: 102, audio: turn.audio });
    expect(await screen.findByText("Against Side")).toBeTruthy();
  });

  test("can be started before its first turn, which plays when it is ready", async () => {
    await openDebate({ debate: buildDebate(), turns: [] });
    dispatchPlayerEvent({ type: "play-all" });
    expect(await status("Waiting for turn 1")).toBeTruthy();
    const [turn] = createSpokenTurns(1);
    if (!turn) throw new Error("no turn");
    const progress = toDebateProgress(buildDebate({ currentTurn: 1 }));
    await waitFor(() => {
      fakeApi().io.emit("turn:completed", { debateId: 7, turn });
      fakeApi().io.emit("debate:updated", progress);
      expect(screen.getByText("For Side")).toBeTruthy();
    });
  });

  test("has buttons for pause and resume under its topic, and for stop in the player only", async () => {
    const { user } = await openDebate();
    await user.click(button("Listen to Debate"));
    await status("Playing");
    await user.click(button("Pause Audio"));
    expect([await status("Paused"), audio.isPlaying]).toEqual([expect.anything(), false]);
    await user.click(button("Resume Audio"));
    await status("Playing");
    expect(screen.getAllByRole("button", { name: "Stop Audio" })).toHaveLength(1);
  });

  test("names the heard turn apart from the one that is being written", async () => {
    const turns = [...createSpokenTurns(2), buildTurn(3, { status: "streaming" })];
    const { user } = await openDebate({ debate: buildDebate({ currentTurn: 2 }), turns });
    await user.click(button("Play turn 2"));
    await status("Playing");
    expect(await status("Playing turn 2 · writing turn 3")).toBeTruthy();
    expect(screen.getByText("Against, playing turn 2")).toBeTruthy();
    expect(screen.getByText("For, writing turn 3")).toBeTruthy();
  });

  test("can be sought by turns and by 15 seconds, with buttons and keys", async () => {
    const { user } = await play();
    await status("Playing");
    await user.click(button("Forward 15 seconds"));
    expect(audio.currentTime).toBe(15);
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    await waitFor(() => expect(usePlayer.getState().track?.turnNumber).toBe(2));
    await waitFor(() => expect(usePlayer.getState().phase).toBe("playing"));
    await user.click(button("Back 15 seconds"));
    await waitFor(() => expect(usePlayer.getState()).toMatchObject({ phase: "playing" }));
    expect(usePlayer.getState()).toMatchObject({ track: { turnNumber: 1 }, position: 45 });
    const slider = screen.getByRole("slider", { name: "Position" });
    expect(slider.getAttribute("aria-valuetext")).toBe(
      "Turn 1, For: 0:45 of 1:00; 0:45 of 2:00 in total",
    );
    await user.click(button("Forward to turn 2"));
    await waitFor(() => expect(usePlayer.getState().track?.turnNumber).toBe(2));
    expect(isButtonDisabled(button("No next turn"))).toBe(true);
    expect(isButtonDisabled(button("Back to turn 1"))).toBe(false);
  });

  test("tells visitors that playback is complete, then that members hear more", async () => {
    const turns = createSpokenTurns(4);
    const debate = buildDebate({ status: "completed", currentTurn: 10 });
    const sounds = turns.map(({ id, role }) => {
      const provider = role === "bot_a" ? "openai" : "claude";
      const path = `/api/tts/audio?turnId=${id}&provider=${provider}&secondary=false&version=1`;
      return [`GET ${path}`, [200, "sound"]];
    });
    const answers: FakeResponses = Object.fromEntries(sounds);
    const { user } = await openDebate({ debate, turns, viewer: null, answers });
    await user.click(button("Play all from turn 4"));
    await screen.findByText("Against Side");
    audio.end();
    await expectToast("Playback Complete", "Finished playing all debate turns.");
    await expectToast("Want to hear how this debate ends?", "Join to hear the other 6 turns.");
    const join = within(await player()).getByRole<HTMLAnchorElement>("link", { name: /^Join/ });
    expect(new URL(join.href).searchParams.get("next")).toBe("/debate/7#listen");
    expect(findSavedPosition(7)).toMatchObject({ turnNumber: 5, position: 0 });
  });

  test("says that no voice is set up, for all turns and for one", async () => {
    const { user } = await openDebate({ isVoiced: false });
    expect(await screen.findByText(/No voice is set up/)).toBeTruthy();
    await user.click(button("Listen to Debate"));
    await expectToast("Audio not available", "Premium audio is not available for this debate.");
    await user.click(button("Play turn 1"));
    expect(await screen.findByText("Premium voice unavailable")).toBeTruthy();
    const lines = await openMenu(user, "Download");
    expect(lines.queryByRole("button", { name: "Download Audio" })).toBeNull();
  });

  test("has no button that plays a running debate without a voice", async () => {
    await openDebate({ debate: buildDebate({ currentTurn: 2 }), isVoiced: false });
    expect(await screen.findByText(/No voice is set up/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Play All Audio|Listen to Debate/ })).toBeNull();
  });

  test("says that its language has no voice, in place of the sound controls", async () => {
    const languages: Language[] = ["en", "pt"];
    const { user } = await openDebate({
      debate: buildDebate({ ...completed, language: "th" }),
      languages,
    });
    expect(await screen.findByText("No voice for Thai here")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Listen|Play/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Share a moment of turn 1" })).toBeTruthy();
    const lines = await openMenu(user, "Download");
    expect(lines.queryByRole("button", { name: "Download Audio" })).toBeNull();
  });

  test("says in the row of controls of a running debate that its language has no voice", async () => {
    const languages: Language[] = ["en"];
    const debate = buildDebate({ currentTurn: 2, language: "pt-BR" });
    await openDebate({ debate, languages });
    const notes = await screen.findAllByText("No voice for Brazilian Portuguese here");
    expect(notes.some((note) => note.closest("[data-area=sound]"))).toBe(true);
    expect(screen.queryByRole("button", { name: /sound/i })).toBeNull();
  });

  test("has sound controls in any region of a language with a voice", async () => {
    const languages: Language[] = ["pt"];
    await openDebate({ debate: buildDebate({ ...completed, language: "pt-BR" }), languages });
    expect(await screen.findByRole("button", { name: "Listen to Debate" })).toBeTruthy();
  });

  test("can be heard when GET /api/tts/status reports a voice after a restart", async () => {
    const { user } = await openDebate({
      isVoiced: false,
      answers: { "GET /api/tts/status": [200, buildTtsStatus(true)] },
    });
    await waitFor(() => expect(screen.queryByText(/No voice is set up/)).toBeNull());
    const lines = await openMenu(user, "Download");
    expect(lines.getByRole("button", { name: "Download Audio" })).toBeTruthy();
    await user.click(button("Play turn 1"));
    expect(await status("Playing")).toBeTruthy();
  });

  test("can be played from any turn", async () => {
    const { user } = await openDebate();
    await user.click(button("Play all from turn 2"));
    expect(await screen.findByText("Against Side")).toBeTruthy();
  });
});

describe("a saved position in a debate", () => {
  const stopAt = async (seconds: number) => {
    const opened = await play();
    await status("Playing");
    audio.currentTime = seconds;
    await waitFor(() => expect(usePlayer.getState().position).toBe(seconds));
    opened.unmount();
    dispatchPlayerEvent({ type: "close" });
  };

  test("is offered on the next visit and continued on request", async () => {
    await stopAt(42);
    const { user } = await openDebate();
    const offer = await screen.findByRole("region", { name: "Continue listening" });
    expect(within(offer).getByText("You were at turn 1, at 0:42.")).toBeTruthy();
    await user.click(button("Continue listening"));
    await status("Playing");
    expect([audio.currentTime, usePlayer.getState().isPlayingAll]).toEqual([42, true]);
    await user.click(button("Close player"));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Audio player" })).toBeNull());
    expect(screen.queryByRole("region", { name: "Continue listening" })).toBeNull();
  });

  test("is forgotten when the offer is declined", async () => {
    await stopAt(42);
    const { user, unmount } = await openDebate();
    await user.click(await screen.findByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("region", { name: "Continue listening" })).toBeNull();
    unmount();
    await openDebate();
    expect(findSavedPosition(7)).toBeUndefined();
  });

  test("is offered, with the focus on its button, at an address that ends in #listen", async () => {
    savePosition(7, { turnNumber: 2, position: 0 });
    await openDebate({ hash: "#listen" });
    expect(await screen.findByText("You were at turn 2.")).toBeTruthy();
    expect(document.activeElement).toBe(button("Continue listening"));
  });
});

test("saved positions are kept for 7 days and 50 debates, and survive invalid stored data", () => {
  const day = 86_400_000;
  localStorage.setItem("listening", "nonsense");
  expect(findSavedPosition(1, 0)).toBeUndefined();
  for (let debateId = 1; debateId <= 51; debateId += 1)
    savePosition(debateId, { turnNumber: 2, position: 3 }, debateId);
  expect([findSavedPosition(1, 60), findSavedPosition(2, 60)]).toMatchObject([
    undefined,
    { turnNumber: 2 },
  ]);
  expect(findSavedPosition(51, 7 * day + 50)).toMatchObject({ position: 3 });
  expect(findSavedPosition(51, 7 * day + 51)).toBeUndefined();
  localStorage.setItem("listening", '[null, {"debateId": 1}, {"debateId": 1, "at": "now"}]');
  expect(findSavedPosition(1, 60)).toBeUndefined();
});

describe("the audio actions", () => {
  const saved = () => {
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    return names;
  };
  const admin = { ...USER, role: "admin" as const, isAdmin: true };
  afterEach(() => jest.restoreAllMocks());

  test("let users with an account download a completed debate", async () => {
    const names = saved();
    const { user, unmount } = await openDebate({
      answers: {
        [`GET ${PATH}/audio.mp3`]: [
          200,
          "sound",
          { "Content-Disposition": 'attachment; filename="should-cities-ban-cars.mp3"' },
        ],
      },
    });
    await chooseMenuItem(user, "Download", "Download Audio");
    expect(await screen.findByText("Download Complete")).toBeTruthy();
    expect(names).toEqual(["should-cities-ban-cars.mp3"]);
    unmount();
    const { user: visitor } = await openDebate({ viewer: null });
    const lines = await openMenu(visitor, "Download");
    expect(lines.queryByRole("button", { name: "Download Audio" })).toBeNull();
    const signInLink = lines.getByRole("link", { name: "Sign in to download the audio" });
    expect(signInLink.getAttribute("href")).toBe("/auth?tab=login&next=%2Fdebate%2F7%23download");
  });

  test("wait with a download until the last turns are voiced", async () => {
    const names = saved();
    const answers: [number, unknown, Record<string, string>][] = [
      [409, { message: "1 of 2 turns have audio." }, { "Retry-After": "0" }],
      [409, { message: "1 of 2 turns have audio." }, { "Retry-After": "0" }],
      [200, "sound", { "Content-Disposition": 'attachment; filename="whole.mp3"' }],
    ];
    const { user } = await openDebate({
      answers: { [`GET ${PATH}/audio.mp3`]: () => answers.shift() ?? [500] },
    });
    await chooseMenuItem(user, "Download", "Download Audio");
    expect(await screen.findByText("Download Complete")).toBeTruthy();
    expect(names).toEqual(["whole.mp3"]);
  });

  test("do not repeat a download that was finally refused", async () => {
    const answers: [number, unknown][] = [[409, { message: "Nothing has been said." }]];
    const { user } = await openDebate({
      answers: { [`GET ${PATH}/audio.mp3`]: () => answers.shift() ?? [500] },
    });
    await chooseMenuItem(user, "Download", "Download Audio");
    await expectToast("Download Failed", "Nothing has been said.");
  });

  test("let admins download one turn under the server's file name, and show failures", async () => {
    const names = saved();
    const path = (id: number, provider: string) =>
      `GET /api/admin-audio-download?turnId=${id}&provider=${provider}&secondary=false&download=true&version=1`;
    const name = "Opening_For_openai_Turn101.mp3";
    const { user } = await openDebate({
      viewer: admin,
      answers: {
        [path(101, "openai")]: [
          200,
          "sound",
          { "Content-Disposition": `attachment; filename*=UTF-8''${name}` },
        ],
        [path(102, "claude")]: [503, { message: "Not now." }],
      },
    });
    const [first, second] = await screen.findAllByTitle("Download audio");
    if (!first || !second) throw new Error("no buttons");
    await user.click(first);
    expect(await screen.findByText("Download Complete")).toBeTruthy();
    expect(names).toEqual([name]);
    await user.click(second);
    await expectToast("Download Failed", "Not now.");
  });

  test("let an admin regenerate a turn's audio, and show a failure", async () => {
    let recording = { turnId: 101, status: "pending", error: null as string | null, version: 1 };
    const { user } = await openDebate({
      viewer: admin,
      turns: createSpokenTurns(1),
      answers: {
        "GET /api/admin-regen-audio/101": [200, { jobId: 1, turnId: 101 }],
        "GET /api/admin/debates/7/audio": () => [
          200,
          { debateId: 7, turns: [recording], job: null },
        ],
      },
    });
    const timesAsked = () => fakeApi().requests.filter(({ path }) => path.includes("regen")).length;
    await waitFor(() => expect(fakeApi().io.of("/").sockets.size).toBeGreaterThan(0));
    await user.click(await screen.findByRole("button", { name: "Regenerate" }));
    await waitFor(() => expect(timesAsked()).toBe(1));
    const audio = { status: "ready" as const, durationMs: 50_000, version: 2 };
    fakeApi().io.emit("audio:ready", { debateId: 7, turnId: 101, audio });
    expect(await screen.findByText("Audio Regenerated")).toBeTruthy();
    await user.click(button("Regenerate"));
    await waitFor(() => expect(timesAsked()).toBe(2));
    // The failed recording does not replace the current one, so listeners receive no event.
    recording = { ...recording, status: "failed", error: "The voice is down.", version: 2 };
    await expectToast("Regeneration Failed", "The voice is down.");
    expect(isButtonDisabled(button("Regenerate"))).toBe(false);
  });

  test.each([0, -3, 1.5, null, "x"])(
    "send no request to regenerate the turn id %j, and show the reason",
    async (id) => {
      const [turn] = createSpokenTurns(1);
      const turns = [{ ...turn, id }] as unknown as Turn[];
      const { user } = await openDebate({ viewer: admin, turns });
      await user.click(await screen.findByRole("button", { name: "Regenerate" }));
      await expectToast("Regeneration Failed", "This turn doesn't have a valid ID.");
      expect(fakeApi().requests.filter(({ path }) => path.includes("regen"))).toEqual([]);
    },
  );

  test("do not include regeneration for users", async () => {
    await openDebate();
    expect(screen.queryByRole("button", { name: "Regenerate" })).toBeNull();
  });
});

describe("a debate that is on air", () => {
  const LIVE = `GET ${PATH}/live`;
  const active = buildDebate({ currentTurn: 1 });
  const turns = [
    ...createSpokenTurns(1),
    buildTurn(2, { status: "streaming", content: "It began like this. And it goes" }),
  ];
  /** A schedule whose second turn began two seconds ago. */
  const createSchedule = (change: Partial<LiveScheduleView> = {}): LiveScheduleView => {
    const now = Date.now();
    const sentences = [{ startsAt: now - 2000, endsAt: now + 60_000 }];
    const live = { turnId: 102, turnNumber: 2, attempt: 1, sentences };
    return { debateId: 7, now, outlook: "more", listeners: 1, turns: [live], ...change };
  };
  const openLive = (change: Partial<LiveScheduleView> = {}, debate = active, list = turns) =>
    openDebate({ debate, turns: list, answers: { [LIVE]: () => [200, createSchedule(change)] } });
  const dock = () => screen.findByRole("region", { name: "Live audio" });
  afterEach(() => {
    jest.restoreAllMocks();
    stopLiveListening();
    sessionStorage.clear();
  });

  const tapForSound = async (page: Awaited<ReturnType<typeof openLive>>) => {
    const tap = await screen.findByRole("button", { name: "Tap for sound" });
    await waitFor(() => expect(isButtonDisabled(tap)).toBe(false));
    await page.user.click(tap);
    await screen.findByRole("button", { name: "Sound on" });
  };
  const getText = () => document.querySelector("#turn-2 [data-speech]")?.textContent ?? "";
  const ALL_WORDS = "It began like this. And it goes";

  test("is heard, marked sentence by sentence, and silent again, with one press each", async () => {
    const page = await openLive();
    await tapForSound(page);
    await waitFor(() => expect(audio.src).toMatch(/live\.mp3\?at=\d+$/));
    await waitFor(() =>
      expect(document.querySelector("[data-spoken]")?.textContent).toContain("It began like this."),
    );
    await page.user.click(button("Sound on"));
    expect(document.activeElement).toBe(
      await screen.findByRole("button", { name: "Tap for sound" }),
    );
    expect(audio.src).toBe("");
    expect(document.querySelector("[data-spoken]")).toBeNull();
  });

  test("shows words as they are heard, unless the viewer wants the full text", async () => {
    const page = await openLive();
    expect(isButtonDisabled(button("Show full text"))).toBe(true);
    await tapForSound(page);
    await waitFor(() => expect(getText()).toBe("It began like this."));
    await page.user.click(button("Show full text"));
    expect(getText()).toBe(ALL_WORDS);
    await page.user.click(button("Show full text"));
    await waitFor(() => expect(getText()).toBe("It began like this."));
    await page.user.click(button("Sound on"));
    await waitFor(() => expect(getText()).toBe(ALL_WORDS));
  });

  test("shows words as they are spoken without sound, at the pace of the voice", async () => {
    const spoken = { ...active, pace: "voice" as const };
    const { user, unmount } = await openLive({}, spoken);
    await waitFor(() => expect(getText()).toBe("It began like this."));
    expect(audio.src).toBe("");
    await user.click(button("Show full text"));
    expect(getText()).toBe(ALL_WORDS);
    unmount();
    // The choice is remembered on the device.
    await openLive({}, spoken);
    await waitFor(() => expect(button("Show full text").getAttribute("aria-pressed")).toBe("true"));
    expect(getText()).toBe(ALL_WORDS);
  });

  test("opens without words that were not spoken yet, and with all if the voice is out of reach", async () => {
    const debate = { ...active, pace: "voice" as const, currentTurn: 2 };
    const answers: FakeResponses = { [LIVE]: [503, { message: "Not now." }] };
    await openDebate({ debate, turns, answers, live: createSchedule({ spokenTurn: 2 }) });
    expect(getText()).toBe("");
    // The turn that is spoken has been written, but the page does not count it yet.
    const bar = screen.getByRole("region", { name: "Scoreboard" });
    expect(within(bar).getByText(/^Turn 1 of/)).toBeTruthy();
    await waitFor(() => expect(getText()).toBe(ALL_WORDS), { timeout: 10_000 });
    expect(within(bar).getByText(/^Turn 2 of/)).toBeTruthy();
  });

  test("shows a viewer who joins between two turns the last one, and then the next", async () => {
    const now = Date.now();
    const over = { turnId: 101, turnNumber: 1, attempt: 1 };
    const said = { ...over, sentences: [{ startsAt: now - 9000, endsAt: now - 4000 }] };
    const next = { turnId: 102, turnNumber: 2, attempt: 1 };
    const coming = { ...next, sentences: [{ startsAt: now + 2000, endsAt: now + 60_000 }] };
    await openLive({ turns: [said, coming] }, { ...active, pace: "voice" });
    await waitFor(() => expect(getText()).toBe(""));
    expect(document.querySelector("#turn-1 [data-speech]")?.textContent).not.toBe("");
    await waitFor(() => expect(getText()).toBe("It began like this."), { timeout: 10_000 });
  });

  test("shows the server's reason when its stream is refused", async () => {
    const { fetch } = globalThis;
    const message = "Too many listeners from your network.";
    await tapForSound(await openLive());
    await waitFor(() => expect(audio.src).toMatch(/live\.mp3/));
    jest
      .spyOn(globalThis, "fetch")
      .mockImplementation((path, sent) =>
        typeof path === "string" && path.includes("live.mp3")
          ? Promise.resolve(Response.json({ code: "too_many_requests", message }, { status: 429 }))
          : fetch(path, sent),
      );
    audio.breakWith(4);
    expect(await within(await dock()).findByText(message)).toBeTruthy();
  });

  test("can be caught up with by a listener who is behind", async () => {
    sessionStorage.setItem("radio", JSON.stringify([7, Date.now() - 30_000]));
    const { user } = await openLive({}, completed, createSpokenTurns(2));
    await user.click(await screen.findByRole("button", { name: "Continue listening" }));
    expect(await within(await dock()).findByText(/^\d\d s behind$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Go to live" }));
    expect(await within(await dock()).findByText("Live")).toBeTruthy();
    expect(document.activeElement).toBe(await dock());
  });

  test("can be heard without browser storage", async () => {
    blockBrowserStorage();
    const page = await openLive();
    await tapForSound(page);
    await page.user.click(button("Sound on"));
    await screen.findByRole("button", { name: "Tap for sound" });
    expect(audio.src).toBe("");
  });

  test("stops when a single turn is played", async () => {
    const page = await openLive();
    await tapForSound(page);
    await page.user.click(button("Play turn 1"));
    await player();
    expect(await screen.findByRole("button", { name: "Tap for sound" })).toBeTruthy();
  });

  test("replaces a playing turn and ignores the events of its audio", async () => {
    const { user } = await openLive();
    const listen = await screen.findByRole("button", { name: "Tap for sound" });
    await waitFor(() => expect(isButtonDisabled(listen)).toBe(false));
    await loadLivePlayer();
    await user.click(button("Play turn 1"));
    await status("Playing");
    listen.click();
    audio.happen("waiting");
    await waitFor(() => expect(audio.src).toMatch(/live\.mp3/));
    expect([audio.isPlaying, usePlayer.getState().phase]).toEqual([true, "idle"]);
  });

  test("stops when its page is left", async () => {
    const page = await openLive();
    await tapForSound(page);
    page.unmount();
    expect([audio.isPlaying, audio.src]).toEqual([false, ""]);
  });

  test.each<[string, Partial<LiveScheduleView>, Debate, Turn[]]>([
    ["has not begun", { outlook: "pause", turns: [] }, buildDebate(), []],
    ["has ended", { outlook: "end", turns: [] }, completed, createSpokenTurns(2)],
  ])("is not offered live when it %s", async (_what, change, debate, list) => {
    await openLive(change, debate, list);
    await waitFor(() =>
      expect(fakeApi().requests.map(({ path }) => path)).toContain(`${PATH}/live`),
    );
    const tap = screen.queryByRole("button", { name: "Tap for sound" });
    expect(tap === null || isButtonDisabled(tap)).toBe(true);
    expect(screen.queryByRole("button", { name: "On air again" })).toBeNull();
  });
});
