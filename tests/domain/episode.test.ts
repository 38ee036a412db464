import { buildPicturePath } from "#shared/domain/debates/sharing/debate-picture.ts";
import { buildClipFileName } from "#shared/domain/audio/clip.ts";
import {
  buildChapterTitle,
  buildEpisodeFileName,
  buildRecordingFileName,
} from "#shared/domain/audio/audio-file-names.ts";

describe("names of chapters, files and pictures", () => {
  const turn = { turnId: 31, turnNumber: 2, type: "opening", role: "bot_b", model: null } as const;

  it("a chapter's title has the turn's number, kind, side and speaker", () => {
    expect(buildChapterTitle(turn, "Claude")).toBe("2. Opening, Against (Claude)");
    const reply = { ...turn, turnNumber: 3, type: "rebuttal", role: "bot_a" } as const;
    expect(buildChapterTitle({ ...reply, model: "gpt-5.4" }, "ChatGPT")).toBe(
      "3. Rebuttal, For (ChatGPT, gpt-5.4)",
    );
  });

  it.each([
    ["Claude", "Opening_Against_Claude_Turn31.mp3"],
    ["Our own: GPT-5 (new)", "Opening_Against_OurownGPT-5new_Turn31.mp3"],
    ["Ümit 2", "Opening_Against_Ümit2_Turn31.mp3"],
  ])("a recording's file name has the turn's kind, side, speaker and id: %s", (label, name) => {
    expect(buildRecordingFileName(turn, label)).toBe(name);
  });

  it("a clip's file name and picture path have the debate's id and the sentences", () => {
    expect(buildClipFileName(7, "3.2-3.4")).toBe("debate-7-moment-3.2-3.4");
    expect(buildPicturePath(7, "3.2-3.4")).toBe("/debate/7/picture.png?moment=3.2-3.4");
  });

  it.each([
    ["Cats, or dogs?", "Cats-or-dogs-7.mp3"],
    ["  «1984» -- 「寿司」!  ", "1984-寿司-7.mp3"],
    ["a/b\\c:d", "a-b-c-d-7.mp3"],
    ["a".repeat(81), `${"a".repeat(80)}-7.mp3`],
    // A lone surrogate cannot be encoded in the Content-Disposition header.
    [`${"a".repeat(79)}𠮷`, `${"a".repeat(79)}-7.mp3`],
    [`${"a".repeat(78)}𠮷`, `${"a".repeat(78)}𠮷-7.mp3`],
  ])(
    "an episode's file name is its topic, without characters that file systems reject: %s",
    (topic, name) => {
      expect(buildEpisodeFileName(topic, 7)).toBe(name);
    },
  );

  it("a debate's picture path has the debate's id", () => {
    expect(buildPicturePath(7)).toBe("/debate/7/picture.png");
  });
});
