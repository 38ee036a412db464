/** Sets the saved color mode before the first paint, as the app does. Dark by default. */
document.documentElement.dataset.theme = localStorage.getItem("theme") === "light" ? "light" : "dark";
