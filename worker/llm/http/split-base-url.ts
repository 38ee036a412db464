/**
 * Options of the SDKs for a base URL with a query, such as Azure's
 * `…/deployments/x?api-version=2024-10-21`. The SDKs append the path to the base URL as it is.
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
