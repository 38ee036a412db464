import { Component, type ReactNode } from "react";
import { resetFailedImports } from "#web/lib/code-loading/lazy-component.tsx";
import { ErrorPage } from "./error-page.tsx";

/** Matches the browsers' error messages about a failed dynamic import. */
const IMPORT_FAILURE_PATTERN = /dynamically imported module|importing a module|module script/i;

interface ErrorBoundaryState {
  failure: "fetch" | "render" | null;
}

/**
 * Shows an error page after a render error, until the next navigation. If the code of a page could
 * not be loaded, reloads when the browser is online again.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(err: unknown): ErrorBoundaryState {
    return {
      failure:
        err instanceof Error && IMPORT_FAILURE_PATTERN.test(err.message) ? "fetch" : "render",
    };
  }

  override componentDidMount() {
    window.addEventListener("online", this.#fetchAgain);
  }

  override componentWillUnmount() {
    window.removeEventListener("online", this.#fetchAgain);
  }

  #fetchAgain = () => {
    if (this.state.failure === "fetch") window.location.reload();
  };

  #leave = () => {
    resetFailedImports();
    this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return <ErrorPage isLoadError={failure === "fetch"} onLeave={this.#leave} />;
  }
}
