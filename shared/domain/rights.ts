import type { DebateStatus } from "./debate.ts";
import { isAdmin, type Viewer } from "./viewer.ts";

/** What a right about a debate depends on. */
export interface DebateSubject {
  userId: number;
  isPublic: boolean;
  status: DebateStatus;
}

type Right = (viewer: Viewer, debate: DebateSubject) => boolean;

const isOwner: Right = (viewer, debate) => viewer?.id === debate.userId;

/** Private debates exist for their owner only, public ones for everyone. */
const maySee: Right = (viewer, debate) => debate.isPublic || isOwner(viewer, debate);

/** Everyone signed in who may see it: the price is prepaid, the event is shared. */
const mayTakePart: Right = (viewer, debate) => viewer !== null && maySee(viewer, debate);

const DEBATE_RIGHTS = {
  see: maySee,
  step: mayTakePart,
  vote: mayTakePart,
  react: mayTakePart,
  delete: (viewer, debate) => isOwner(viewer, debate) || isAdmin(viewer),
} satisfies Record<string, Right>;

export type DebateAct = keyof typeof DEBATE_RIGHTS;

/** Whether this viewer may do this to this debate: asked by routes, sockets and menus alike. */
export const may = (viewer: Viewer, act: DebateAct, debate: DebateSubject): boolean =>
  DEBATE_RIGHTS[act](viewer, debate);
