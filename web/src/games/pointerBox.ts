/** Whether a point of the window lies in a box, or this near to it. */
export function within(box: DOMRect, x: number, y: number, margin = 0): boolean {
  return x >= box.left - margin && x <= box.right + margin && y >= box.top - margin && y <= box.bottom + margin;
}
