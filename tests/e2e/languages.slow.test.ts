import type { Page } from "playwright-core";
import { TESTED_LANGUAGES } from "#shared/domain/debates/language/language.ts";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { getLanguageName } from "#shared/domain/debates/language/language.ts";
import { waitUntil } from "../harness.ts";
import { DEBATE_TEXTS } from "../helpers/debates-by-language.ts";
import {
  type RequestBody,
  type ScriptedModelServer,
  sendReply,
  startScriptedModelServer,
} from "../helpers/scripted-model-server.ts";
import { SPEECHES } from "../helpers/speeches-by-language.ts";
import { describeInBrowser } from "./browser-harness.ts";
import {
  findTurn,
  openMenuItem,
  playTurnsUpTo,
  readDownload,
  waitForHydratedButton,
} from "./steps.ts";

type TestedLanguage = (typeof TESTED_LANGUAGES)[number];

const findLanguage = (system: string): TestedLanguage =>
  TESTED_LANGUAGES.find((tag) => system.includes(`(${tag}).`)) ?? "en";

/** Answers as a debater or judge would, in the language that the prompt names. */
const composeReply = (body: RequestBody): string => {
  const language = findLanguage(
    [body.system, ...body.messages.map(({ content }) => content)].join("\n"),
  );
  if (!body.response_format && !body.output_config) return SPEECHES[language];
  const { ruling, feedback, verdict } = DEBATE_TEXTS[language];
  const quotes = [SPEECHES[language].slice(0, 30)];
  return JSON.stringify({ score: 7, ruling, feedback, quotes, reasoning: verdict });
};

/** The language and direction that a browser uses for the element with this text. */
const getMarkup = (page: Page, selector: string, text: string) =>
  page
    .locator(selector)
    .getByText(text, { exact: false })
    .first()
    .evaluate((element) => ({
      lang: element.closest("[lang]")?.getAttribute("lang"),
      direction: getComputedStyle(element).direction,
    }));

describe("a debate in each tested language", () => {
  let server: ScriptedModelServer;
  const variables: Record<string, string> = {
    TTS_API_KEY: "a-voice-of-every-language",
    TTS_LANGUAGES: TESTED_LANGUAGES.join(),
    STANDIN_SPEECH_SPEED: "8",
  };
  beforeAll(async () => {
    server = await startScriptedModelServer();
    server.answer = (res, body) => sendReply(res, body, composeReply(body));
    for (const vendor of ["OPENAI", "XAI"]) variables[`${vendor}_BASE_URL`] = `${server.origin}/v1`;
    variables["ANTHROPIC_BASE_URL"] = server.origin;
  });
  afterAll(() => server.close());

  describeInBrowser(
    "from the form to the feed",
    (site) => {
      test.each(TESTED_LANGUAGES)("%s", async (language) => {
        const { topic, ruling, feedback, search } = DEBATE_TEXTS[language];
        const speech = SPEECHES[language];
        const direction = language === "ar" || language === "he" ? "rtl" : "ltr";
        const marked = { lang: language, direction };
        const { page } = await site().user("/", { locale: "en-US" });
        await waitForHydratedButton(page, "Start Debate");
        await page.getByLabel("Topic").fill(topic);
        await page
          .getByRole("option", { name: `${getLanguageName(language)} (auto)` })
          .waitFor({ state: "attached" });
        await page
          .getByRole("group", { name: "Against" })
          .getByRole("radio", { name: "Claude" })
          .check();
        // Starts the debate by keyboard.
        await page.getByRole("button", { name: /Start Debate/ }).focus();
        await page.keyboard.press("Enter");
        await page.waitForURL(/\/debate\/\d+$/);

        await playTurnsUpTo(page, 2);
        expect(await getMarkup(page, "h1", topic)).toEqual(marked);
        expect(await getMarkup(page, "#turn-1", speech.slice(40, 60))).toEqual(marked);
        expect(await getMarkup(page, "#turn-1", feedback.slice(0, 20))).toEqual(marked);
        expect(await findTurn(page, 1).innerText()).toContain(ruling);
        expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");

        const markdown = await readDownload(
          await Promise.all([
            page.waitForEvent("download"),
            openMenuItem(page, "Download", "Transcript as Markdown").then((item) => item.click()),
          ]).then(([download]) => download),
        );
        expect(markdown).toContain(bindPunctuation(topic, language));
        expect(markdown).toContain(speech.slice(0, 30));

        const { page: host } = await site().visitor(`/embed${new URL(page.url()).pathname}`);
        const picture = host.getByRole("img", { name: topic });
        expect(await picture.getAttribute("lang")).toBe(language);
        // The width is 0 for a picture that the browser could not load.
        await waitUntil(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth > 0));

        const { page: reader } = await site().visitor(
          `/debates/public?q=${encodeURIComponent(search)}&language=${language}`,
        );
        expect(await getMarkup(reader, "main", topic)).toEqual(marked);
        await reader.getByRole("link", { name: topic }).first().focus();
        await reader.keyboard.press("Enter");
        await reader.waitForURL(/\/debate\/\d+$/);
        await waitUntil(async () => (await findTurn(reader, 1).count()) > 0);
        expect(await getMarkup(reader, "#turn-1", speech.slice(40, 60))).toEqual(marked);
      });
    },
    { hasVoice: true, variables },
  );
});
