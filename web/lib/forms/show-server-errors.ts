import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "../api/api-error.ts";

/** Shows the server's error messages at the invalid fields and focuses the first of them. */
export const showServerErrors = <Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  names: readonly Path<Fields>[],
  err: Error,
): void => {
  if (!(err instanceof ApiError)) return;
  const invalidNames = names.filter((name) => err.fields[name] !== undefined);
  for (const name of invalidNames) form.setError(name, { message: err.fields[name] ?? "" });
  if (invalidNames[0]) form.setFocus(invalidNames[0]);
};
