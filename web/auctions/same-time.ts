/** The same time of day `days` later (negative: earlier) in the viewer's zone, also where clocks change in between. In ms. */
export function sameTimeOn(at: number, days: number): number {
  const moved = new Date(at)
  moved.setDate(moved.getDate() + days)
  return moved.getTime()
}
