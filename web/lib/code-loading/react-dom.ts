/** A chunk of its own, so that evaluating React's renderer runs as a separate task. */
export { createRoot, hydrateRoot } from "react-dom/client";
