/**
 * Sets the saved color mode before the first paint, as the app does. Without a saved mode, it is
 * dark.
 */
document.documentElement.dataset.theme = localStorage.getItem("theme") === "light" ? "light" : "dark";
