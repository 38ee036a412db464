import { cacheRenderedPages } from "#api/pages/rendering/rendered-page-cache.ts";
import type { PageRequest, RenderedPage } from "#shared/contract/page.ts";

const ASKED: PageRequest = {
  url: "/debate/1",
  origin: "http://localhost",
  nonce: "first",
  data: { viewer: null, config: null, queries: [[["debates", 1], { topic: "Cats" }]] } as never,
};

const open = (render: () => Promise<void> = async () => undefined) => {
  let time = 0;
  const rendered = jest.fn(async ({ nonce }: PageRequest): Promise<RenderedPage> => {
    await render();
    return { status: 200, head: `<style nonce="${nonce}">`, body: "<p>" };
  });
  const keep = cacheRenderedPages(rendered, () => time);
  return { keep, rendered, pass: (ms: number) => void (time += ms) };
};

describe("the page cache for visitors", () => {
  it("renders a page once while its content is the same, with a new nonce for each request", async () => {
    const { keep, rendered } = open();
    const [one, two] = [await keep(ASKED), await keep({ ...ASKED, nonce: "second" })];
    expect([one.head, two.head]).toEqual(['<style nonce="first">', '<style nonce="second">']);
    expect(rendered).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["the data differs", { data: { queries: [] } as never }],
    ["the URL differs", { url: "/debate/2" }],
    ["the origin differs", { origin: "http://elsewhere" }],
  ])("renders again when %s", async (_what, other) => {
    const { keep, rendered } = open();
    await keep(ASKED);
    await keep({ ...ASKED, ...other });
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it("renders again after 30 s, since pages show relative times", async () => {
    const { keep, rendered, pass } = open();
    for (const ms of [0, 29_999, 1]) {
      pass(ms);
      await keep(ASKED);
    }
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it("retries a page that failed to render", async () => {
    const failures = [new Error("no")];
    const { keep } = open(async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    });
    await expect(keep(ASKED)).rejects.toThrow("no");
    expect(await keep(ASKED)).toMatchObject({ status: 200 });
  });

  it("keeps the latest 200 pages", async () => {
    const { keep, rendered } = open();
    for (let n = 0; n <= 200; n++) await keep({ ...ASKED, url: `/debate/${n}` });
    await keep({ ...ASKED, url: "/debate/200" });
    await keep({ ...ASKED, url: "/debate/0" });
    expect(rendered).toHaveBeenCalledTimes(202);
  });
});
