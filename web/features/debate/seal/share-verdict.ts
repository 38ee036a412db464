import { useEffect, useRef } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import { buildPicturePath } from "#shared/domain/debates/sharing/debate-picture.ts";
import { buildDebateUrl, shareDebate } from "../share/share-debate.ts";

const fetchPicture = async (debateId: number): Promise<File | null> => {
  const response = await fetch(buildPicturePath(debateId));
  if (!response.ok) return null;
  return new File([await response.blob()], `debate-${debateId}.png`, { type: "image/png" });
};

/** Opens the share sheet with the picture. Returns false if the browser cannot share files. */
const tryPictureShare = async (data: ShareData): Promise<boolean> => {
  if (typeof navigator.canShare !== "function" || !navigator.canShare(data)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (err) {
    return err instanceof DOMException && err.name === "AbortError";
  }
};

/**
 * Returns a function that shares the debate's picture with `text` and a link, or else only the
 * link. The picture is loaded in advance, because browsers open the share sheet only during a
 * press.
 */
export const useShareVerdict = (debate: Debate, isReady: boolean) => {
  const picture = useRef<File | null>(null);
  const { id } = debate;
  const hasPicture = isShareable(debate);
  useEffect(() => {
    if (!isReady || !hasPicture) return;
    const load = async () => {
      picture.current = await fetchPicture(id).catch(() => null);
    };
    void load();
  }, [id, hasPicture, isReady]);
  return async (text: string): Promise<void> => {
    const file = picture.current;
    const url = buildDebateUrl(id);
    const isShared =
      file !== null && (await tryPictureShare({ files: [file], title: debate.topic, text, url }));
    if (!isShared) await shareDebate(debate.topic, id);
  };
};
