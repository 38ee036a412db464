import type { Debate } from "#shared/contract/debate.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { findDebates } from "./find-debates.ts";

/** The viewer's own debates, newest first. */
export const listMyDebates = (context: Context, viewer: SignedIn): Promise<Debate[]> =>
  findDebates(context.reads, context, viewer, "WHERE d.user_id = $1 ORDER BY d.id DESC", []);
