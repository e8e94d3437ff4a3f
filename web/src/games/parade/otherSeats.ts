/** Who is drawn where: the viewer at the bottom, the others clockwise from the next player. */

/** The seats to draw above the line, in order; a spectator sees everyone there. */
export function otherSeats(players: number, seat: number | null): number[] {
  if (seat === null) return Array.from({ length: players }, (_, place) => place);
  return Array.from({ length: players - 1 }, (_, place) => (seat + 1 + place) % players);
}
