/** Fine rays, as engravers put them behind a figure. */
export function rays(x: number, y: number, from: number, to: number, count: number): string {
  let path = "";
  for (let i = 0; i < count; i++) {
    const turn = (2 * Math.PI * i) / count;
    // Every other ray is shorter, or they would run together in the middle.
    const near = i % 2 ? from * 1.5 : from;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    path += `M${(x + near * cos).toFixed(1)} ${(y + near * sin).toFixed(1)}L${(x + to * cos).toFixed(1)} ${(y + to * sin).toFixed(1)}`;
  }
  return path;
}
