import { keepRendered } from "#api/pages/keep-rendered.ts";
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
  const keep = keepRendered(rendered, () => time);
  return { keep, rendered, pass: (ms: number) => void (time += ms) };
};

describe("a page of visitors", () => {
  it("is rendered once while it would look the same, with a nonce for each who asks", async () => {
    const { keep, rendered } = open();
    const [one, two] = [await keep(ASKED), await keep({ ...ASKED, nonce: "second" })];
    expect([one.head, two.head]).toEqual(['<style nonce="first">', '<style nonce="second">']);
    expect(rendered).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["something else is in it", { data: { queries: [] } as never }],
    ["it is another page", { url: "/debate/2" }],
    ["it is asked for elsewhere", { origin: "http://elsewhere" }],
  ])("is rendered anew when %s", async (_what, other) => {
    const { keep, rendered } = open();
    await keep(ASKED);
    await keep({ ...ASKED, ...other });
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it("is rendered anew after half a minute: it says how long ago things were", async () => {
    const { keep, rendered, pass } = open();
    for (const ms of [0, 29_999, 1]) {
      pass(ms);
      await keep(ASKED);
    }
    expect(rendered).toHaveBeenCalledTimes(2);
  });

  it("that could not be rendered is tried again", async () => {
    const failures = [new Error("no")];
    const { keep } = open(async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    });
    await expect(keep(ASKED)).rejects.toThrow("no");
    expect(await keep(ASKED)).toMatchObject({ status: 200 });
  });

  it("is one of the latest 200", async () => {
    const { keep, rendered } = open();
    for (let n = 0; n <= 200; n++) await keep({ ...ASKED, url: `/debate/${n}` });
    await keep({ ...ASKED, url: "/debate/200" });
    await keep({ ...ASKED, url: "/debate/0" });
    expect(rendered).toHaveBeenCalledTimes(202);
  });
});
