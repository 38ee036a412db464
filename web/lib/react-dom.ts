/** Starting React's renderer takes as long as the rest of the start: a file, and a task, of its own. */
export { createRoot, hydrateRoot } from "react-dom/client";
