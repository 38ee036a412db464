import { Component, type ReactNode } from "react";
import { BrokenPage } from "./broken-page.tsx";

/** How browsers put it that a module did not come. */
const UNFETCHED = /dynamically imported module|importing a module|module script/i;

interface State {
  broken: "fetch" | "render" | null;
}

/** Catches what breaks while rendering, and offers a way back instead of an empty page. */
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

  override render() {
    const { broken } = this.state;
    return broken ? <BrokenPage isUnfetched={broken === "fetch"} /> : this.props.children;
  }
}
