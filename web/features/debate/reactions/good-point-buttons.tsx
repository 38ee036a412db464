import { ThumbsUp } from "lucide-react";
import type { Speaker } from "#shared/domain/speaker.ts";
import { ROLES, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { useProviderLabel } from "#web/lib/config.tsx";
import { useGoodPoint } from "./good-point-store.ts";

/**
 * One button per side, always visible. Pressing it adds a reaction to the sentence that the scene
 * shows.
 */
export const GoodPointButtons = ({ providers }: { providers: readonly Speaker[] }) => {
  const { role, isPressed, count, press } = useGoodPoint();
  const getProviderLabel = useProviderLabel();
  const isHydrated = useIsHydrated();
  return ROLES.map((side, index) => {
    const isShown = role === side;
    const provider = providers[index];
    return (
      <Button
        key={side}
        ref={index === 0 ? returnRefs["#good-point"] : undefined}
        disabled={!isHydrated}
        isOff={!isShown || isPressed}
        aria-pressed={isShown && isPressed}
        aria-label={`Good point, ${SIDE_LABEL[side]}, ${provider && getProviderLabel(provider)}`}
        onClick={press}
      >
        <b>{isShown && isPressed ? "✓" : <ThumbsUp size={16} />}</b>
        <span>Good point</span>
        <i>{isShown && count}</i>
      </Button>
    );
  });
};

export const SignInToReact = () => (
  <ButtonLink to={useAuthPageUrl()("login", "#good-point")}>Sign in to react</ButtonLink>
);
