import { zodResolver } from "@hookform/resolvers/zod";
import { Register } from "#shared/contract/account.ts";

export const resolver = zodResolver(Register);
