// Before the first picture, so that no page flashes in the other theme; app/settings.svelte.ts follows from then on.
let theme = "system";
try {
  ({ theme } = JSON.parse(localStorage.getItem("wonderland") || "{}"));
} catch {
  // A browser that keeps nothing shows the system's theme.
}
if (theme !== "light" && theme !== "dark")
  theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
document.documentElement.dataset.theme = theme;
