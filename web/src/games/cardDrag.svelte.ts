/** Dragging a card with a mouse, a pen or a finger. What moves less than a few pixels is a press. */

/** A press becomes a drag after this many pixels. */
const DRAG_THRESHOLD_PX = 7;

export class CardDrag {
  /** How far the card is from its place; null while it is not dragged. */
  offset: { x: number; y: number } | null = $state(null);
  #pressed: { id: number; x: number; y: number } | null = null;

  /** Whether this pointer may become a drag. ``card`` hears of it wherever it goes. */
  down(event: PointerEvent, card: HTMLElement | undefined): boolean {
    if (event.button || this.#pressed) return false;
    this.#pressed = { id: event.pointerId, x: event.clientX, y: event.clientY };
    card?.setPointerCapture(event.pointerId);
    return true;
  }

  /** Whether the card is dragged now. */
  move(event: PointerEvent): boolean {
    if (event.pointerId !== this.#pressed?.id) return false;
    const [x, y] = [event.clientX - this.#pressed.x, event.clientY - this.#pressed.y];
    if (!this.offset && Math.hypot(x, y) < DRAG_THRESHOLD_PX) return false;
    this.offset = { x, y };
    return true;
  }

  /** What has ended; null for another pointer. */
  up(event: PointerEvent): "drag" | "press" | null {
    if (event.pointerId !== this.#pressed?.id) return null;
    const dragged = this.offset !== null;
    this.end();
    return dragged ? "drag" : "press";
  }

  end(): void {
    this.#pressed = null;
    this.offset = null;
  }
}
