import { type RequestHandler, Router } from "express";
import { z } from "zod";
import { enqueueAnnouncements } from "#infra/services/audio/enqueue-announcements.ts";
import { sha256 } from "#infra/audio/recording-spec.ts";
import { LanguageTagInput, PathId } from "#shared/contract/primitives.ts";
import { selectAnnouncementLanguage } from "#shared/domain/audio/announcements.ts";
import { getBaseLanguage, type Language } from "#shared/domain/debates/language/language.ts";
import { MP3_CONTENT_TYPE } from "#api/audio/recording-media.ts";
import {
  type PodcastEpisode,
  buildEpisodeMedia,
  getEpisodeMedia,
  listEpisodeAnnouncements,
  listEpisodes,
} from "#api/queries/audio/list-episodes.ts";
import type { Context } from "#api/context.ts";
import { normalizeClientAddress } from "#api/http/rate-limiting/client-address.ts";
import { createErrorHandler, writeJsonError } from "#api/http/errors.ts";
import { matchesEtag } from "#api/http/request-headers.ts";
import { limitPages } from "#api/http/rate-limiting/limit-pages.ts";
import { createReadHandler, type ReadDeps } from "#api/http/read-cost.ts";
import { parse, parsePath } from "#api/http/parse.ts";
import { setDataHeaders } from "#api/http/server/security-headers.ts";
import { sendMedia } from "#api/audio/send-media.ts";
import { getPublicOrigin } from "../public-origin.ts";
import { describeEpisode } from "./describe-episode.ts";
import { renderPodcastXml } from "./podcast-xml.ts";

/** Returns whether podcast apps should mark the episode as explicit. A roast is full of insults. */
const isExplicitEpisode = ({ format }: PodcastEpisode): boolean => format === "roast";

type FeedContentDeps = Pick<Context, "env" | "sql" | "recordings">;
type FeedDeps = FeedContentDeps & Pick<Context, "logger" | "enqueue">;

const buildFeedEpisode = async (
  context: FeedContentDeps,
  origin: string,
  episode: PodcastEpisode,
) => {
  const { debateId, topic, createdAt, language } = episode;
  const link = `${origin}/debate/${debateId}`;
  const { size, durationMs } = await buildEpisodeMedia(context, episode);
  return {
    title: topic,
    description: describeEpisode(episode, context.env.labels, link),
    link,
    createdAt,
    audio: { url: `${origin}/feed/${debateId}.mp3`, type: MP3_CONTENT_TYPE, size, durationMs },
    isExplicit: isExplicitEpisode(episode),
    language,
  };
};

const buildFeed = async (
  context: FeedContentDeps,
  origin: string,
  language: Language | null,
  episodes: readonly PodcastEpisode[],
): Promise<string> => {
  const { productName, companyName, contactEmail } = context.env;
  const feedEpisodes = [];
  for (const episode of episodes)
    feedEpisodes.push(await buildFeedEpisode(context, origin, episode));
  return renderPodcastXml({
    origin,
    title: productName,
    description: "Two AI chatbots debate a topic: the most popular debates, to listen to.",
    author: companyName,
    email: contactEmail,
    language,
    episodes: feedEpisodes,
  });
};

/**
 * Queues the recordings of the announcements if one is missing. They are recorded once, on the
 * first request for the feed.
 */
const enqueueMissingAnnouncements = async (
  { env, logger, sql, enqueue }: Pick<Context, "env" | "logger" | "sql" | "enqueue">,
  episodes: readonly PodcastEpisode[],
): Promise<void> => {
  const { voice } = env;
  if (!voice) return;
  const missing = episodes.flatMap(({ language: tag, announcements }) => {
    const language = selectAnnouncementLanguage(tag, voice);
    const keys = listEpisodeAnnouncements(language);
    return keys.every((key) => announcements[key] !== undefined) ? [] : [language];
  });
  for (const language of new Set(missing))
    await enqueueAnnouncements({ sql, enqueue, logger }, voice, language).catch((err: unknown) =>
      logger.warn({ err }, "episodes.request_failed"),
    );
};

/**
 * Caches the feed of each language until its list of episodes changes. The list is read each time.
 */
const createFeedCache = (context: FeedDeps) => {
  const feeds = new Map<Language | null, { key: string; xml: string }>();
  return async (origin: string, language: Language | null): Promise<string> => {
    const episodes = await listEpisodes(context, language);
    await enqueueMissingAnnouncements(context, episodes);
    const key = JSON.stringify([origin, episodes]);
    const cached = feeds.get(language);
    if (cached?.key === key) return cached.xml;
    const xml = await buildFeed(context, origin, language, episodes);
    feeds.set(language, { key, xml });
    return xml;
  };
};

/**
 * Other query parameters are ignored, because podcast directories add parameters of their own to
 * the URL.
 */
const FeedQuery = z.object({ language: LanguageTagInput.optional() });

/** The feed's language without script and region; null for the feed of all languages. */
const parseFeedLanguage = (query: unknown): Language | null => {
  const { language } = parse(FeedQuery, query);
  return language === undefined ? null : getBaseLanguage(language);
};

/** Web podcast players run on other origins and fetch the feed from there. */
const allowAllOrigins: RequestHandler = (_req, res, next) => {
  res.set({ "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" });
  next();
};

const createFeedHandler = (context: FeedDeps): RequestHandler => {
  const compose = createFeedCache(context);
  return async (req, res) => {
    const language = parseFeedLanguage(req.query);
    const xml = await compose(getPublicOrigin(context.env, req), language);
    const etag = `"${sha256(xml)}"`;
    res.set({ "Cache-Control": "public, no-cache", ETag: etag });
    if (matchesEtag(req, etag)) res.status(304).end();
    else res.type("application/rss+xml").send(xml);
  };
};

const createEpisodeHandler =
  (context: FeedContentDeps & Pick<Context, "throttles">): RequestHandler =>
  async (req, res) => {
    await context.throttles.audio.take(normalizeClientAddress(req.ip));
    const id = parsePath(PathId, req.params["id"]);
    await sendMedia(req, res, await getEpisodeMedia(context, id));
  };

export const createFeedRoutes = (
  context: FeedDeps & ReadDeps & Pick<Context, "logDenial">,
): Router =>
  Router()
    .use(["/feed.xml", "/feed"], setDataHeaders, allowAllOrigins)
    .get("/feed.xml", limitPages(context), createReadHandler("list", context, createFeedHandler))
    .get("/feed/:id.mp3", createReadHandler("row", context, createEpisodeHandler))
    .use(createErrorHandler(context, writeJsonError));
