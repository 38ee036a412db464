import { create } from "zustand";
import type { Role } from "#shared/domain/debates/side.ts";

interface GoodPoint {
  /** The side whose sentence is shown; null while no shown sentence can get a reaction. */
  role: Role | null;
  isPressed: boolean;
  /** Number of reactions to the sentence; null if the viewer may not see it. */
  count: number | null;
  press: () => void;
}

export const NO_GOOD_POINT: GoodPoint = {
  role: null,
  isPressed: false,
  count: null,
  press: () => {},
};

/** State and action of the buttons "Good point", for the sentence that the scene shows. */
export const useGoodPoint = create<GoodPoint>(() => NO_GOOD_POINT);
