/** How far somebody has come in the lessons, on this device. */

const KEY = "wonderland-lessons";

type Pages = Partial<Record<string, number>>;

function kept(): Pages {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Pages | null) ?? {};
  } catch {
    return {};
  }
}

/** The page to go on with, of so many; whoever has finished begins again. */
export function pageOf(game: string, pages: number): number {
  const page = kept()[game];
  return Number.isInteger(page) && page! > 0 && page! < pages ? page! : 0;
}

export function keepPage(game: string, page: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [game]: page }));
  } catch {
    // Private windows may refuse; the lesson then begins at its beginning.
  }
}
