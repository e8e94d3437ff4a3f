/** Parts of the app that come when they are needed. */

/** After an update the server has other files than those this page knows of: then the page itself is loaded anew. */
export async function loadModule<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (!(await outdated())) throw error;
    location.reload();
    // Nothing is drawn any more.
    return new Promise(() => {});
  }
}

/** Whether the server's page begins with another script than ours. So nobody reloads who is offline, nor twice. */
async function outdated(): Promise<boolean> {
  const script = document.querySelector("script[type=module]")?.getAttribute("src");
  const page = await fetch("/", { cache: "no-cache" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  return !!script && page !== "" && !page.includes(script);
}
