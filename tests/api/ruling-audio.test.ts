import { fetchTurns } from "../helpers/api-client.ts";
import { MP3_FRAME, storeRulings } from "../audio/recording-fixtures.ts";
import { fetchAudio } from "../audio/audio-harness.ts";
import {
  createPaidDebate,
  insertFinishedTurns,
  startApiOnNewDatabase,
  type TestApi,
  type TestUser,
} from "./test-api.ts";

let api: TestApi;
let owner: TestUser;
let other: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startApiOnNewDatabase();
  [owner, other, admin] = [await api.person(), await api.person(), await api.person("admin")];
});
afterAll(() => api.close());

/**
 * Creates a debate of 4 turns. Each finished turn has a recorded ruling, the judge's sentence about
 * it. Returns the debate's id, the ids of its turns and the paths of the recordings.
 */
const judgedDebate = async (finished: number, input: Record<string, unknown> = {}) => {
  const debate = await createPaidDebate(api, owner, { maxTurns: 4, ...input });
  await insertFinishedTurns(api, debate, finished);
  const turns = await fetchTurns(owner.client, debate.id);
  const turnIds = turns.map(({ id }) => id);
  await storeRulings(api, turnIds);
  return { id: debate.id, turnIds, paths: turnIds.map((id) => `/api/turns/${id}/ruling.mp3`) };
};
const statusesFor = async ({ client }: Pick<TestUser, "client">, paths: readonly string[]) => {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await client.get(path)).status);
  return statuses;
};

describe("the recording of a ruling", () => {
  it("is an MP3 for members that only their browsers may keep, and supports ranges", async () => {
    const { paths } = await judgedDebate(2);
    const path = paths[0] ?? "";
    const { status, headers, bytes } = await fetchAudio(other.client, path);
    expect([status, headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(bytes.equals(MP3_FRAME)).toBe(true);
    const part = await fetchAudio(other.client, path, { range: "bytes=0-9" });
    expect([part.status, part.bytes.length]).toEqual([206, 10]);
  });

  it("is never sent to visitors, who get no rulings", async () => {
    const { paths } = await judgedDebate(2);
    expect(await statusesFor({ client: api.visitor() }, paths)).toEqual([401, 401]);
  });

  it("of a private debate is for its owner only", async () => {
    const { paths } = await judgedDebate(1, { isPublic: false });
    expect(await statusesFor(owner, paths)).toEqual([200]);
    for (const person of [other, admin]) expect(await statusesFor(person, paths)).toEqual([404]);
  });

  it("of an unlisted debate is for members who have its link", async () => {
    const { id, paths } = await judgedDebate(1);
    await api.sql("UPDATE debates SET is_unlisted = true WHERE id = $1", [id]);
    expect(await statusesFor(other, paths)).toEqual([200]);
  });

  it("about a hidden turn is for admins only", async () => {
    const { id, paths } = await judgedDebate(1);
    await api.sql("UPDATE turns SET is_hidden = true WHERE debate_id = $1", [id]);
    for (const person of [owner, other]) expect(await statusesFor(person, paths)).toEqual([404]);
    expect(await statusesFor(admin, paths)).toEqual([200]);
  });

  it("about one of the last two turns is sealed until the member votes or skips", async () => {
    const { id, paths } = await judgedDebate(4);
    await api.sql("UPDATE debates SET spoken_at = now() WHERE id = $1", [id]);
    const sealed = [200, 200, 404, 404];
    for (const person of [owner, other, admin])
      expect(await statusesFor(person, paths)).toEqual(sealed);
    await other.client.post(`/api/debates/${id}/skip-vote`);
    expect(await statusesFor(other, paths)).toEqual([200, 200, 200, 200]);
    expect(await statusesFor(owner, paths)).toEqual(sealed);
    await api.sql("UPDATE debates SET spoken_at = now() - interval '11 minutes' WHERE id = $1", [
      id,
    ]);
    expect(await statusesFor(owner, paths)).toEqual([200, 200, 200, 200]);
  });

  it("is sealed while the debate runs, for the turn before the last one too", async () => {
    const { paths } = await judgedDebate(3);
    expect(await statusesFor(owner, paths)).toEqual([200, 200, 404]);
  });

  it.each(["pending", "running", "failed"])(
    "is not sent while it is %s, because its audio may be of another ruling",
    async (status) => {
      const { turnIds, paths } = await judgedDebate(1);
      await api.sql("UPDATE audio_cache SET status = $2 WHERE ruling_turn_id = ANY($1)", [
        turnIds,
        status,
      ]);
      expect(await statusesFor(owner, paths)).toEqual([404]);
    },
  );

  it("changes nothing about the turn's own recording", async () => {
    const { id } = await judgedDebate(1);
    const [turn] = await fetchTurns(owner.client, id);
    expect(turn?.audio).toEqual({ status: "none", durationMs: null, version: 0 });
  });

  it("is deleted with its debate", async () => {
    const { id, turnIds } = await judgedDebate(2);
    expect((await owner.client.delete(`/api/debates/${id}`)).status).toBe(204);
    expect(
      await api.sql("SELECT FROM audio_cache WHERE ruling_turn_id = ANY($1)", [turnIds]),
    ).toEqual([]);
  });

  it("counts towards the limit for audio of an address", async () => {
    const limited = await startApiOnNewDatabase({ LIMIT_AUDIO_PER_MINUTE: "1" });
    try {
      const { client } = await limited.person();
      const statuses = await statusesFor(
        { client },
        [1, 1].map((id) => `/api/turns/${id}/ruling.mp3`),
      );
      expect(statuses).toEqual([404, 429]);
    } finally {
      await limited.close();
    }
  });
});
