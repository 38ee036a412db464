import { z } from "zod";
import {
  EMAIL_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_PATTERN,
} from "../domain/account.ts";
import { Id, Instant, UserRoleName } from "./primitives.ts";

export const Register = z.strictObject({
  username: z
    .string()
    .trim()
    .min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`)
    .max(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`)
    .regex(USERNAME_PATTERN, "Username may hold letters, digits, dots, dashes and underscores")
    .meta({ examples: ["ada"] }),
  email: z
    .string()
    .trim()
    .max(EMAIL_MAX, "Invalid email address")
    .meta({ examples: ["ada@example.org"] })
    .pipe(z.email("Invalid email address")),
  password: z
    .string()
    .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
    .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
});
export type Register = z.infer<typeof Register>;

export const Login = z.strictObject({
  username: z.string("Username is required").trim().min(1, "Username is required").max(EMAIL_MAX),
  password: z.string("Password is required").min(1, "Password is required").max(PASSWORD_MAX),
});
export type Login = z.infer<typeof Login>;

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: UserRoleName,
  isAdmin: z.boolean(),
  credits: z.int().min(0),
  createdAt: Instant,
});
export type User = z.infer<typeof User>;
