import { zodResolver } from "@hookform/resolvers/zod";
import { Login } from "#shared/contract/account.ts";

export const resolver = zodResolver(Login);
