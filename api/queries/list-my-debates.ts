import type { ListedDebate, MyDebatesQuery } from "#shared/contract/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { listDebates } from "./debate-pages.ts";
import { ORDERS } from "./list-public-debates.ts";

export const listMyDebates = (
  context: Context,
  viewer: SignedIn,
  query: MyDebatesQuery,
): Promise<ListPage<ListedDebate>> =>
  listDebates(
    context,
    viewer,
    { where: "true", order: ORDERS[query.sort], ownerId: viewer.id },
    query,
  );
