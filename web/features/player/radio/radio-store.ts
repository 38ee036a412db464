import { create } from "zustand";
import { OFF, type RadioState } from "./radio-state.ts";

/** State of live listening, and whether the shown debate offers it. */
export const useRadio = create<RadioState & { isOffered: boolean }>(() => ({
  ...OFF,
  isOffered: false,
}));
