import { Component, type ReactNode } from "react";
import { askAgainForLost } from "#web/lib/split.tsx";
import { BrokenPage } from "./broken-page.tsx";

/** Error messages of browsers for a failed dynamic import. */
const UNFETCHED = /dynamically imported module|importing a module|module script/i;

interface State {
  broken: "fetch" | "render" | null;
}

/**
 * Shows an error page for render errors until the next navigation. If the code of a page could not
 * be loaded, reloads when the browser is online again.
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
