import type { Route } from "../http/route.ts";
import { authenticationRoutes } from "./accounts/authentication.ts";
import { ownAccountRoutes } from "./accounts/own-account.ts";
import { adminAudioRoutes } from "./admin/admin-audio.ts";
import { audioRoutes } from "./audio.ts";
import { adminRoutes } from "./admin/admin.ts";
import { authenticatorAppRoutes } from "./accounts/authenticator-app.ts";
import { configRoutes } from "./config.ts";
import { creditRoutes } from "./credits.ts";
import { debateRoutes } from "./debates.ts";
import { emailLinkRoutes } from "./accounts/email-links.ts";
import { leaderboardRoutes } from "./leaderboard.ts";
import { moderationRoutes } from "./moderation.ts";
import { passkeyRoutes } from "./accounts/passkeys.ts";
import { superadminRoutes } from "./admin/superadmin.ts";
import { turnRoutes } from "./turns.ts";
import { voteRoutes } from "./votes.ts";
import { ballotRoutes } from "./ballots.ts";
import { appealRoutes } from "./appeals.ts";

/**
 * All endpoints: served, documented and tested from this list. Express matches in order, so
 * frequent ones come first.
 */
export const ALL_ROUTES: readonly Route[] = [
  ...audioRoutes,
  ...debateRoutes,
  ...turnRoutes,
  ...voteRoutes,
  ...ballotRoutes,
  ...appealRoutes,
  ...authenticationRoutes,
  ...ownAccountRoutes,
  ...emailLinkRoutes,
  ...passkeyRoutes,
  ...authenticatorAppRoutes,
  ...configRoutes,
  ...creditRoutes,
  ...leaderboardRoutes,
  ...adminRoutes,
  ...adminAudioRoutes,
  ...moderationRoutes,
  ...superadminRoutes,
];
