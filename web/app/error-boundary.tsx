import { Component, type ReactNode } from "react";
import { askAgainForLost } from "#web/lib/split.tsx";
import { BrokenPage } from "./broken-page.tsx";

/** How browsers put it that a module did not come. */
const UNFETCHED = /dynamically imported module|importing a module|module script/i;

interface State {
  broken: "fetch" | "render" | null;
}

/**
 * Catches what breaks while rendering, and offers a way back instead of an empty page. Whatever
 * address one goes to next is tried: only what broke is broken.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { broken: null };

  static getDerivedStateFromError(err: unknown): State {
    return { broken: err instanceof Error && UNFETCHED.test(err.message) ? "fetch" : "render" };
  }

  override componentDidMount() {
    window.addEventListener("online", this.#fetchAgain);
  }

  override componentWillUnmount() {
    window.removeEventListener("online", this.#fetchAgain);
  }

  #fetchAgain = () => {
    if (this.state.broken === "fetch") window.location.reload();
  };

  #leave = () => {
    askAgainForLost();
    this.setState({ broken: null });
  };

  override render() {
    const { broken } = this.state;
    if (broken === null) return this.props.children;
    return <BrokenPage isUnfetched={broken === "fetch"} onLeave={this.#leave} />;
  }
}
