/** URL hash to which a sign-in returns: a turn, or a control that needs an account. */
export type ReturnHash = `#turn-${number}` | keyof typeof returnRefs;

/** React Router's key of the last navigation after which a control received the focus. */
let focusedNavigation: unknown = null;

const createReturnRef = (hash: string) => (control: HTMLElement | null) => {
  const navigation: unknown = window.history.state?.key ?? "first";
  if (!control || window.location.hash !== hash || focusedNavigation === navigation) return;
  control.focus();
  if (document.activeElement === control) focusedNavigation = navigation;
};

/**
 * Refs of the controls that need an account. If the URL has a control's hash, the control receives
 * the focus when it appears, once per navigation.
 */
export const returnRefs = {
  "#topic": createReturnRef("#topic"),
  "#vote": createReturnRef("#vote"),
  "#thumbs": createReturnRef("#thumbs"),
  "#good-point": createReturnRef("#good-point"),
  "#download": createReturnRef("#download"),
  "#listen": createReturnRef("#listen"),
};
