import { Component, type ReactNode } from "react";
import { BrokenPage } from "./broken-page.tsx";

/** Catches what breaks while rendering, and offers a way back instead of an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}
