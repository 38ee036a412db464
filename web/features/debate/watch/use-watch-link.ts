import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { parseWatchParameter, WATCH_PARAMETER } from "#shared/domain/debates/sharing/watch-link.ts";

/** Id of the button that opens the scene. */
export const WATCH_BUTTON_ID = "watch";

/**
 * State of the history entry that "Watch it" adds. Leaving the scene then goes one entry back, to
 * the page of the debate.
 */
export const FROM_PAGE = { isFromPage: true };

/** The first turn that the page's URL asks to play, and the function that leaves the scene. */
export const useWatchLink = (): { firstTurn: number; leave: () => void } => {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const leave = () => {
    parameters.delete(WATCH_PARAMETER);
    if (state?.isFromPage) void navigate(-1);
    else setParameters(parameters, { replace: true });
  };
  return { firstTurn: parseWatchParameter(parameters.get(WATCH_PARAMETER)), leave };
};
