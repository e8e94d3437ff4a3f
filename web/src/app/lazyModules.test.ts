import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadModule } from "./lazyModules";

const reload = vi.fn();
const lost = () => Promise.reject(new Error("no such file"));

/** What the server's page is now. */
function served(page: string | null): void {
  const answer = page === null ? Promise.reject(new TypeError("offline")) : Promise.resolve(new Response(page));
  vi.stubGlobal("fetch", () => answer);
}

beforeEach(() => {
  const script = document.createElement("script");
  script.setAttribute("src", "/assets/index-OLD.js");
  vi.spyOn(document, "querySelector").mockReturnValue(script);
  vi.stubGlobal("location", { reload });
});
afterEach(() => {
  vi.restoreAllMocks();
  reload.mockReset();
  vi.unstubAllGlobals();
});

it("brings what is there", async () => {
  expect(await loadModule(() => Promise.resolve("a page"))).toBe("a page");
});

it("loads the page anew where the server has become another", async () => {
  served('<script type="module" src="/assets/index-NEW.js"></script>');
  void loadModule(lost);
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 4_000 });
});

it.each([
  ["the server is the same", '<script type="module" src="/assets/index-OLD.js"></script>'],
  ["there is no server", null],
])("fails where %s", async (_, page) => {
  served(page);
  await expect(loadModule(lost)).rejects.toThrow("no such file");
  expect(reload).not.toHaveBeenCalled();
});
