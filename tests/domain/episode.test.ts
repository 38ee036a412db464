import { buildPicturePath } from "#shared/domain/debates/debate-picture.ts";
import { buildClipFileName } from "#shared/domain/audio/clip.ts";
import {
  buildChapterTitle,
  buildEpisodeFileName,
  buildRecordingFileName,
} from "#shared/domain/audio/audio-file-names.ts";

describe("what can be heard or saved", () => {
  const turn = { turnId: 31, turnNumber: 2, type: "opening", role: "bot_b" } as const;

  it("has a chapter for each turn, with its number, kind, side and speaker", () => {
    expect(buildChapterTitle(turn, "Claude")).toBe("2. Opening, Against (Claude)");
    const reply = { ...turn, turnNumber: 3, type: "rebuttal", role: "bot_a" } as const;
    expect(buildChapterTitle(reply, "ChatGPT")).toBe("3. Rebuttal, For (ChatGPT)");
  });

  it.each([
    ["Claude", "Opening_Against_Claude_Turn31.mp3"],
    ["Our own: GPT-5 (new)", "Opening_Against_OurownGPT-5new_Turn31.mp3"],
    ["Ümit 2", "Opening_Against_Ümit2_Turn31.mp3"],
  ])("names a turn's recording after kind, side, speaker and turn: %s", (label, name) => {
    expect(buildRecordingFileName(turn, label)).toBe(name);
  });

  it("names a moment after its debate and its sentences", () => {
    expect(buildClipFileName(7, "3.2-3.4")).toBe("debate-7-moment-3.2-3.4");
    expect(buildPicturePath(7, "3.2-3.4")).toBe("/debate/7/picture.png?moment=3.2-3.4");
  });

  it.each([
    ["Cats, or dogs?", "Cats-or-dogs-7.mp3"],
    ["  «1984» -- 「寿司」!  ", "1984-寿司-7.mp3"],
    ["a/b\\c:d", "a-b-c-d-7.mp3"],
    ["a".repeat(81), `${"a".repeat(80)}-7.mp3`],
    // Half a letter is none: it could not even be written into the header that names the file.
    [`${"a".repeat(79)}𠮷`, `${"a".repeat(79)}-7.mp3`],
    [`${"a".repeat(78)}𠮷`, `${"a".repeat(78)}𠮷-7.mp3`],
  ])(
    "names a debate's recording after its topic, as far as file systems take it: %s",
    (topic, name) => {
      expect(buildEpisodeFileName(topic, 7)).toBe(name);
    },
  );

  it("has a picture at an address of its own", () => {
    expect(buildPicturePath(7)).toBe("/debate/7/picture.png");
  });
});
