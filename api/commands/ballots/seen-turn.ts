import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";

export interface SeenTurn {
  viewer: SignedInViewer;
  turnId: number;
  /** The address that rate limits count the viewer by. */
  address: string;
}

export type RecordSeenTurn = (seen: SeenTurn) => Promise<void>;
