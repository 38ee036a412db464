/**
 * This module is a chunk of its own, so that the browser evaluates React's renderer in a separate
 * task.
 */
export { createRoot, hydrateRoot } from "react-dom/client";
