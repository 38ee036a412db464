import type { Route } from "../http/route.ts";
import { accountRoutes } from "./accounts.ts";
import { accountPageRoutes } from "./account-page.ts";
import { adminAudioRoutes } from "./admin-audio.ts";
import { audioRoutes } from "./audio.ts";
import { adminRoutes } from "./admin.ts";
import { authenticatorAppRoutes } from "./authenticator-app.ts";
import { configRoutes } from "./config.ts";
import { creditRoutes } from "./credits.ts";
import { debateRoutes } from "./debates.ts";
import { mailLinkRoutes } from "./mail-links.ts";
import { moderationRoutes } from "./moderation.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { superadminRoutes } from "./superadmin.ts";
import { turnRoutes } from "./turns.ts";
import { voteRoutes } from "./votes.ts";

/**
 * All endpoints: served, documented and tested from this list. Express matches in order, so
 * frequent ones come first.
 */
export const ALL_ROUTES: readonly Route[] = [
  ...audioRoutes,
  ...debateRoutes,
  ...turnRoutes,
  ...voteRoutes,
  ...accountRoutes,
  ...accountPageRoutes,
  ...mailLinkRoutes,
  ...passkeyRoutes,
  ...authenticatorAppRoutes,
  ...configRoutes,
  ...creditRoutes,
  ...adminRoutes,
  ...adminAudioRoutes,
  ...moderationRoutes,
  ...superadminRoutes,
];
