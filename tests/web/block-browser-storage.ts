/** Makes browser storage throw, as if site data were blocked, until all mocks are restored. */
export const blockBrowserStorage = (): void => {
  for (const name of ["sessionStorage", "localStorage"] as const)
    jest.spyOn(window, name, "get").mockImplementation(() => {
      throw new DOMException("No", "SecurityError");
    });
};
