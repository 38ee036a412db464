import { PublicConfig } from "#shared/contract/config.ts";
import { getConfig } from "../queries/get-config.ts";
import { route } from "../http/route.ts";

export const configRoutes = [
  route(
    {
      method: "get",
      path: "/config",
      cost: "none",
      summary: "How this server is set up, as far as it concerns everyone",
      as: "anyone",
      status: 200,
      answer: PublicConfig,
    },
    ({ context }) => getConfig(context),
  ),
];
