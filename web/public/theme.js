// Before the first picture, so that no page flashes in the other theme.
try {
  const { theme } = JSON.parse(localStorage.getItem("wonderland") || "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing shows the system's theme.
}
