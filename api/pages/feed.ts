import { type RequestHandler, Router } from "express";
import { askForNotices } from "#infra/operations/ask-for-notices.ts";
import { sha256 } from "#infra/audio/speech-order.ts";
import { PathId } from "#shared/contract/primitives.ts";
import { VISITOR_TURNS } from "#shared/domain/visitor.ts";
import { MP3 } from "../audio/recording-media.ts";
import {
  type Episode,
  episodeMedia,
  getEpisodeMedia,
  listEpisodes,
} from "../queries/list-episodes.ts";
import type { Context } from "../context.ts";
import { senderAt } from "../http/address.ts";
import { answerErrors, asJson } from "../http/errors.ts";
import { hasIt } from "../http/has-it.ts";
import { limitPages } from "../http/limit-pages.ts";
import { readAt } from "../http/read-cost.ts";
import { parsePath } from "../http/parse.ts";
import { dataHeaders } from "../http/security-headers.ts";
import { sendMedia } from "../audio/send-media.ts";
import { originOf } from "./origin-of.ts";
import { podcastXml } from "./podcast-xml.ts";

/** Visitors hear only the first turns. A shorter debate is complete except for its verdict. */
const description = ({ maxTurns }: Episode, link: string): string =>
  maxTurns > VISITOR_TURNS
    ? `The first ${VISITOR_TURNS} turns of a debate between two AI chatbots. ` +
      `Want to see how this debate ends? Join to read and hear the full debate: ${link}`
    : `All ${maxTurns} turns of a debate between two AI chatbots. ` +
      `Want to see who won? Join to read the verdict: ${link}`;

/** Podcast apps mark the explicit episodes. A roast is full of insults. */
const isHarsh = ({ format }: Episode): boolean => format === "roast";

const toHear = async (context: Context, origin: string, episode: Episode) => {
  const { debateId, topic, createdAt } = episode;
  const link = `${origin}/debate/${debateId}`;
  const { size, durationMs } = await episodeMedia(context, episode);
  return {
    title: topic,
    description: description(episode, link),
    link,
    createdAt,
    sound: { url: `${origin}/feed/${debateId}.mp3`, type: MP3, size, durationMs },
    isExplicit: isHarsh(episode),
  };
};

const composeFeed = async (
  context: Context,
  origin: string,
  episodes: readonly Episode[],
): Promise<string> => {
  const { productName, companyName, contactEmail } = context.env;
  const heard = [];
  for (const episode of episodes) heard.push(await toHear(context, origin, episode));
  return podcastXml({
    origin,
    title: productName,
    description: "Two AI chatbots debate a topic: the most popular debates, to listen to.",
    author: companyName,
    email: contactEmail,
    episodes: heard,
  });
};

/** The closing announcement is recorded once, on the first request for the feed. */
const askForClosing = async (context: Context, episodes: readonly Episode[]): Promise<void> => {
  const { voice } = context.env;
  const isMissing = episodes.some(({ closing }) => closing === 0);
  if (!voice || !isMissing) return;
  await askForNotices(context, voice).catch((err: unknown) =>
    context.logger.warn({ err }, "the end of episodes could not be asked for"),
  );
};

/** Caches the feed until the list of episodes changes. The list is read each time. */
const keepFeed = (context: Context) => {
  let kept = { key: "", xml: "" };
  return async (origin: string): Promise<string> => {
    const episodes = await listEpisodes(context);
    await askForClosing(context, episodes);
    const key = JSON.stringify([origin, episodes]);
    if (kept.key !== key) kept = { key, xml: await composeFeed(context, origin, episodes) };
    return kept.xml;
  };
};

/** Web players run on other origins. */
const forEverySite: RequestHandler = (_req, res, next) => {
  res.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
  next();
};

const feed = (context: Context): RequestHandler => {
  const compose = keepFeed(context);
  return async (req, res) => {
    const xml = await compose(originOf(context.env, req));
    const etag = `"${sha256(xml)}"`;
    res.set({ "Cache-Control": "public, no-cache", ETag: etag });
    if (hasIt(req, etag)) res.status(304).end();
    else res.type("application/rss+xml").send(xml);
  };
};

const episode =
  (context: Context): RequestHandler =>
  async (req, res) => {
    await context.throttles.audio.take(senderAt(req.ip));
    const id = parsePath(PathId, req.params["id"]);
    await sendMedia(req, res, await getEpisodeMedia(context, id));
  };

export const feedRoutes = (context: Context): Router =>
  Router()
    .use(["/feed.xml", "/feed"], dataHeaders, forEverySite)
    .get("/feed.xml", limitPages(context), readAt("list", context, feed))
    .get("/feed/:id.mp3", readAt("row", context, episode))
    .use(answerErrors(context, asJson));
