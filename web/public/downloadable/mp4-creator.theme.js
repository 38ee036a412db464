/** As the product does, and before anything is painted: from the browser's storage, dark by default. */
document.documentElement.dataset.theme = localStorage.getItem("theme") === "light" ? "light" : "dark";
