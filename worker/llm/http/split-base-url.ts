/**
 * Splits a base URL with a query, such as Azure's `…/deployments/x?api-version=2024-10-21`, into
 * two options of the SDKs. Otherwise the SDKs would append the path after the query.
 */
export const splitBaseUrl = (
  baseUrl: string | undefined,
): { baseURL?: string; defaultQuery?: Record<string, string> } => {
  if (baseUrl === undefined) return {};
  const url = new URL(baseUrl);
  const defaultQuery = Object.fromEntries(url.searchParams);
  url.search = "";
  return { baseURL: url.href, defaultQuery };
};
