import type { ListedDebate, MyDebatesQuery } from "#shared/contract/debates/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { listDebatePage } from "./list-debate-page.ts";
import { PUBLIC_DEBATE_ORDERS } from "./list-public-debates.ts";

export const listMyDebates = (
  context: Pick<Context, "env" | "sql">,
  viewer: SignedInViewer,
  query: MyDebatesQuery,
): Promise<ListPage<ListedDebate>> =>
  listDebatePage(
    context,
    viewer,
    { where: "true", order: PUBLIC_DEBATE_ORDERS[query.sort], ownerId: viewer.id },
    query,
  );
