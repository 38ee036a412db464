import { create } from "zustand";
import { OFF, type RadioState } from "./radio-state.ts";

/** How somebody listens to a debate live, and whether they can. */
export const useRadio = create<RadioState & { isOffered: boolean }>(() => ({
  ...OFF,
  isOffered: false,
}));
