/** Modules that are loaded when they are needed. */

/** After an update the server may no longer have the files this page refers to: then the page reloads itself. */
export async function loadModule<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!(await outdated())) throw error;
    location.reload();
    // Never resolves: the page is being reloaded.
    return new Promise(() => {});
  }
}

/** Whether the server's page refers to another entry script than ours. Prevents reloading while offline, or twice. */
async function outdated(): Promise<boolean> {
  const script = document.querySelector("script[type=module]")?.getAttribute("src");
  const page = await fetch("/", { cache: "no-cache" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  return !!script && page !== "" && !page.includes(script);
}
