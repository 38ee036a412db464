import { PublicConfig } from "#shared/contract/config.ts";
import { getConfig } from "../queries/get-config.ts";
import { route } from "../http/route.ts";

export const configRoutes = [
  route(
    {
      method: "get",
      path: "/config",
      cost: "none",
      summary: "Get the public configuration",
      as: "anyone",
      status: 200,
      answer: PublicConfig,
    },
    ({ context }) => getConfig(context),
  ),
];
