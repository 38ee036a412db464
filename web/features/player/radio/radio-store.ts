import { create } from "zustand";
import { OFF, type RadioState } from "./radio-state.ts";

export const useRadio = create<RadioState & { isOffered: boolean }>(() => ({
  ...OFF,
  isOffered: false,
}));
