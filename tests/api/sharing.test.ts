import { Resvg } from "@resvg/resvg-js";
import { DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import type { RenderedPage } from "#shared/contract/page.ts";
import type { ApiClient } from "../helpers/api-client.ts";
import {
  insertFinishedTurns,
  createPaidDebate,
  startApiOnNewDatabase,
  type TestUser,
  type TestApi,
} from "./test-api.ts";

const render = async (): Promise<RenderedPage> => ({ status: 200, head: "", body: "" });
const WEB = { clientDir: "/nowhere", template: "", render };

let api: TestApi;
let owner: TestUser;
let visitor: ApiClient;
beforeAll(async () => {
  api = await startApiOnNewDatabase({}, WEB);
  owner = await api.person();
  visitor = api.visitor();
});
afterAll(() => api.close());

const PNG = "89504e470d0a1a0a";

const pictureOf = async (debateId: number, query = "") => {
  const answer = await fetch(`${api.origin}/debate/${debateId}/picture.png${query}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return {
    answer,
    isPng: bytes.subarray(0, 8).toString("hex") === PNG,
    size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    bytes,
  };
};

const MARGIN_PX = 64;

/** Whether the topic's text reaches into the right margin, which then has bright pixels. */
const isMarginWritten = (png: Buffer): boolean => {
  const href = `data:image/png;base64,${png.toString("base64")}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><image href="${href}"/></svg>`;
  const { pixels, width } = new Resvg(svg).render();
  const rows = Array.from({ length: 300 }, (_none, row) => (row + 120) * width);
  return rows.some((start) => {
    const margin = pixels.subarray((start + width - MARGIN_PX) * 4, (start + width) * 4);
    return margin.some((value, i) => i % 4 === 1 && value > 128);
  });
};

describe("the picture of a debate", () => {
  it("is 1200 by 630 pixels and can be embedded by every site", async () => {
    const { id } = await createPaidDebate(api, owner);
    const { answer, isPng, size } = await pictureOf(id);
    expect([answer.status, isPng, size]).toEqual([200, true, [1200, 630]]);
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  it("is labelled as AI-generated in its metadata", async () => {
    const { bytes } = await pictureOf((await createPaidDebate(api, owner)).id);
    expect(bytes.toString("utf8")).toContain(
      `Iptc4xmpExt:DigitalSourceType="${DIGITAL_SOURCE_TYPE}"`,
    );
  });

  it("stays the same while the debate continues, since it shows no result", async () => {
    const debate = await createPaidDebate(api, owner);
    const { answer, bytes } = await pictureOf(debate.id);
    await insertFinishedTurns(api, debate, 6);
    const after = await pictureOf(debate.id);
    expect(after.bytes.equals(bytes)).toBe(true);
    const etag = answer.headers.get("etag") ?? "";
    const again = await visitor.get(`/debate/${debate.id}/picture.png`, {
      headers: { "if-none-match": etag },
    });
    expect(again.status).toBe(304);
  });

  it.each([
    ["markup", "<script>alert(1)</script> & <b>bold</b>"],
    ["300 characters without a space", "x".repeat(300)],
    ["emoji", "Is 🎉👩‍👩‍👧 better than 🐈?"],
    ["only emoji", "🎉🎉🎉🎉🎉🎉"],
    ["right-to-left text", "هل يجب على المدن حظر السيارات؟"],
    ["300 Chinese characters", "城市应该禁止汽车吗".repeat(33)],
    ["300 combining marks", `a${"\u0301".repeat(290)}bcd`],
    ["right-to-left overrides", "\u202eShould cities\u202c ban cars?"],
    ["a script without glyphs", "ꊰꂷꌠ ꆈꌠꁱꂷ"],
    ["Thai", "เมืองควรห้ามรถยนต์หรือไม่"],
    ["Greek and Cyrillic", "Ελλάδα или Россия?"],
  ])("can be drawn of %s", async (_what, topic) => {
    const { id } = await createPaidDebate(api, owner, { topic });
    const { isPng, size } = await pictureOf(id);
    expect([isPng, size]).toEqual([true, [1200, 630]]);
  });

  it.each(["x", "T", "v", "W"])(
    "keeps a word of 197 times %s within its margins",
    async (letter) => {
      const { id } = await createPaidDebate(api, owner, { topic: letter.repeat(197) });
      expect(isMarginWritten((await pictureOf(id)).bytes)).toBe(false);
    },
  );

  it.each([
    ["Arabic", "هل يجب حظر السيارات؟", "هل يجب حظر القطط؟", true],
    ["Hebrew", "האם לאסור מכוניות?", "האם לאסור חתולים?", true],
    ["Hindi", "क्या कारों पर रोक लगे?", "क्या बिल्लियों पर रोक लगे?", true],
    ["Chinese", "城市应该禁止汽车吗？", "城市应该禁止猫吗？", true],
    ["Japanese", "車を禁止すべきですか？", "猫を禁止すべきですか？", true],
    ["Korean", "자동차를 금지해야 하는가?", "고양이를 금지해야 하는가?", true],
    ["a script without glyphs", "ꊰꂷꌠ ꆈꌠꁱꂷ", "ꆈꌠꁱꂷ ꊰꂷꌠ", false],
    ["Thai", "ควรห้ามรถยนต์หรือไม่", "ควรห้ามแมวหรือไม่", true],
    ["mathematical signs", "Is P ≠ NP?", "Is P ≥ NP?", true],
    ["one word in Chinese letters", "Should 東京 ban cars?", "Should 大阪 ban cars?", true],
    ["one word without glyphs", "Should ꆈꌠ ban cars?", "Should ꁱꂷ ban cars?", false],
    ["words with emoji between them", "Is 🐈 or 🐕 better?", "Is 🍕 or 🥗 better?", true],
    ["words with an emoji at the end", "Are cats better? 🐈", "Are dogs better? 🐕", true],
  ])(
    "of a motion in %s shows it if the font has its glyphs",
    async (_script, one, other, isShown) => {
      const [a, b] = await Promise.all(
        [one, other].map(async (topic) =>
          pictureOf((await createPaidDebate(api, owner, { topic })).id),
        ),
      );
      expect(a?.bytes.toString("base64") === b?.bytes.toString("base64")).toBe(!isShown);
    },
  );

  it("is missing for a debate that is private, unshared or unknown, even for its owner", async () => {
    const secret = await createPaidDebate(api, owner, { isPublic: false });
    const unshared = await createPaidDebate(api, owner, { shareEnabled: false });
    for (const id of [secret.id, unshared.id, 2147483647, "nonsense"])
      for (const client of [visitor, owner.client])
        expect((await client.get(`/debate/${id}/picture.png`)).status).toBe(404);
  });

  it("is rate limited per address", async () => {
    const limited = await startApiOnNewDatabase({ LIMIT_PICTURE_PER_MINUTE: "1" }, WEB);
    const { id } = await createPaidDebate(limited, await limited.person());
    const path = `/debate/${id}/picture.png`;
    expect((await limited.visitor().get(path)).status).toBe(200);
    const refused = await limited.visitor().get(path);
    expect([refused.status, refused.headers.has("retry-after")]).toEqual([429, true]);
    await limited.close();
  });
});

describe("a clip", () => {
  const titleOf = async (address: string) => {
    const answer = await visitor.get(`/oembed?url=${encodeURIComponent(api.origin + address)}`);
    return JSON.parse(answer.text) as Record<string, unknown>;
  };
  const picture = (id: number, moment: string, client = visitor) =>
    client.get(`/debate/${id}/picture.png?moment=${moment}`);

  it("names the models of its turns in the metadata of its picture", async () => {
    const debate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, debate, 4);
    await api.sql(
      `UPDATE turns SET model = CASE turn_number WHEN 1 THEN 'gpt-5.4' WHEN 2 THEN 'grok-4.3' END
        WHERE debate_id = $1`,
      [debate.id],
    );
    const ofClip = await pictureOf(debate.id, "?moment=1.1-2.1");
    expect(ofClip.bytes.includes("Models\0\0\0\0\0gpt-5.4 (turn 1), grok-4.3 (turn 2)")).toBe(true);
    // Neither picture can name a model: the first shows no text of a turn, and turn 3 has no model.
    for (const query of ["", "?moment=3.1-3.1"])
      expect((await pictureOf(debate.id, query)).bytes.includes("Models")).toBe(false);
  });

  it("has a picture with its text, a title and an embed frame of its own", async () => {
    const debate = await createPaidDebate(api, owner, { topic: "Cars?" });
    await insertFinishedTurns(api, debate, 4);
    const { id } = debate;
    const whole = await visitor.get(`/debate/${id}/picture.png`);
    const [first, second, both] = [
      await picture(id, "1.1-1.1"),
      await picture(id, "2.1-2.1"),
      await picture(id, "1.1-2.1"),
    ];
    for (const { status, headers } of [first, second, both])
      expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    const etags = [whole, first, second, both].map(({ headers }) => headers.get("etag"));
    expect(new Set(etags).size).toBe(4);
    const metadata = await titleOf(`/debate/${id}?moment=2.1-2.1`);
    expect(metadata).toMatchObject({
      title: "“Speech 2” ChatGPT, Against",
      thumbnail_url: `${api.origin}/debate/${id}/picture.png?moment=2.1-2.1`,
    });
    expect(metadata["html"]).toContain(`src="${api.origin}/embed/debate/${id}?moment=2.1-2.1"`);
    const frame = (await visitor.get(`/embed/debate/${id}?moment=2.1-2.1`)).text;
    expect(frame).toContain(`href="/debate/${id}?moment=2.1-2.1"`);
    expect(frame).toContain(`src="/debate/${id}/picture.png?moment=2.1-2.1"`);
    expect(frame).toContain(`content="${DIGITAL_SOURCE_TYPE}"`);
  });

  it("of text that visitors may not read, or of no text, shows the debate instead, to everyone", async () => {
    const debate = await createPaidDebate(api, owner, { topic: "Cars?" });
    await insertFinishedTurns(api, debate, 6);
    const { id } = debate;
    await api.sql("UPDATE turns SET is_hidden = true WHERE debate_id = $1 AND turn_number = 3", [
      id,
    ]);
    const frame = (await visitor.get(`/embed/debate/${id}`)).text;
    expect(frame).toContain("<span>AI-generated</span>");
    expect(frame).not.toMatch(/alt="[^"]*AI-generated/);
    for (const moment of ["5.1-5.1", "4.1-5.1", "3.1-3.1", "1.1-1.2", "1", `"><b>`]) {
      for (const client of [visitor, owner.client])
        expect((await picture(id, encodeURIComponent(moment), client)).status).toBe(404);
      const query = `?moment=${encodeURIComponent(moment)}`;
      expect(await titleOf(`/debate/${id}${query}`)).toMatchObject({ title: "Cars?" });
      const other = (await visitor.get(`/embed/debate/${id}${query}`)).text;
      const withoutNonces = (html: string) => html.replaceAll(/nonce="[^"]*"/g, "");
      expect(withoutNonces(other)).toBe(withoutNonces(frame));
    }
  });

  it.each([
    ["a private debate", { isPublic: false }],
    ["a debate that is not shared", { shareEnabled: false }],
  ])("of %s has no picture", async (_what, input) => {
    const debate = await createPaidDebate(api, owner, input);
    await insertFinishedTurns(api, debate, 1);
    expect((await picture(debate.id, "1.1-1.1", owner.client)).status).toBe(404);
  });
});

describe("search engines", () => {
  it("get a robots.txt with the sitemap and without the API", async () => {
    const { text } = await visitor.get("/robots.txt");
    expect(text).toContain("Disallow: /api/");
    expect(text).toContain(`Sitemap: ${api.origin}/sitemap.xml`);
  });

  it("get a sitemap with every page and the debates that are public, shared and started", async () => {
    const activeDebate = await createPaidDebate(api, owner);
    await insertFinishedTurns(api, activeDebate, 1);
    const hidden = [
      await createPaidDebate(api, owner, { isPublic: false }),
      await createPaidDebate(api, owner, { shareEnabled: false }),
    ];
    await Promise.all(hidden.map((debate) => insertFinishedTurns(api, debate, 1)));
    hidden.push(await createPaidDebate(api, owner));
    const { text, headers } = await visitor.get("/sitemap.xml");
    expect(headers.get("content-type")).toContain("xml");
    expect(headers.get("cache-control")).toBe("public, no-cache");
    expect(text).toContain(`<loc>${api.origin}/info</loc>`);
    expect(text).toContain(`<loc>${api.origin}/debate/${activeDebate.id}</loc>`);
    for (const { id } of hidden) expect(text).not.toContain(`/debate/${id}<`);
  });
});

describe("another site", () => {
  const getOembed = (address: string, more = "") =>
    visitor.get(`/oembed?url=${encodeURIComponent(address)}${more}`);

  it("gets an embed code for a debate in the requested width", async () => {
    const { id } = await createPaidDebate(api, owner, { topic: `Is "<b>" a tag?` });
    const answer = await getOembed(`${api.origin}/debate/${id}`, "&maxwidth=300");
    expect(answer.headers.get("cache-control")).toBe("public, no-cache");
    expect(JSON.parse(answer.text)).toMatchObject({
      version: "1.0",
      type: "rich",
      title: `Is "<b>" a tag?`,
      width: 300,
      height: 158,
    });
    const frame = await visitor.get(`/embed/debate/${id}`);
    expect(frame.headers.get("content-security-policy")).toContain("frame-ancestors *");
    expect(frame.headers.has("x-frame-options")).toBe(false);
    expect(frame.text).toContain(`href="/debate/${id}"`);
    expect(frame.text).not.toContain("<b>");
  });

  it.each([
    ["", { width: 600, height: 315, thumbnail_width: 1200, thumbnail_height: 630 }],
    ["&maxwidth=300", { width: 300, height: 158 }],
    ["&maxheight=100", { width: 190, height: 100 }],
    ["&maxwidth=100&maxheight=100", { width: 100, height: 53 }],
    ["&maxwidth=1200&maxheight=630", { width: 600, height: 315, thumbnail_width: 1200 }],
    ["&maxwidth=1199", { width: 600, height: 315 }],
    ["&maxwidth=300.5", { width: 300, height: 158 }],
    ["&maxwidth=0.5", { width: 1, height: 1 }],
    ["&maxheight=none", { width: 600, height: 315, thumbnail_height: 630 }],
  ])("that requests %j gets nothing larger", async (limits, expected) => {
    const { id } = await createPaidDebate(api, owner);
    const answer: Record<string, unknown> = JSON.parse(
      (await getOembed(`${api.origin}/debate/${id}`, limits)).text,
    );
    expect(answer).toMatchObject(expected);
    expect("thumbnail_url" in answer).toBe(
      Object.keys(expected).some((name) => /thumb/.test(name)),
    );
  });

  it("gets nothing for a debate that is private, unshared or missing, or for another site's URL", async () => {
    const secret = await createPaidDebate(api, owner, { isPublic: false });
    const unshared = await createPaidDebate(api, owner, { shareEnabled: false });
    const { id } = await createPaidDebate(api, owner);
    for (const hidden of [secret.id, unshared.id, 2147483647]) {
      expect((await getOembed(`${api.origin}/debate/${hidden}`)).status).toBe(404);
      expect((await visitor.get(`/embed/debate/${hidden}`)).status).toBe(404);
    }
    expect((await getOembed(`https://elsewhere.example/debate/${id}`)).status).toBe(404);
    expect((await getOembed("nonsense")).status).toBe(404);
  });
});
