/**
 * Draws places from 0 by Zipf's law: the place of rank n (0 is rank 1) has a probability proportional to 1 / n^exponent. `draw` gives
 * numbers from 0 to 1.
 */
export function zipf(count: number, exponent: number, draw: () => number): () => number {
  const upTo = new Float64Array(count)
  let sum = 0
  for (let place = 0; place < count; place += 1) {
    sum += 1 / (place + 1) ** exponent
    upTo[place] = sum
  }
  return () => firstAbove(upTo, draw() * sum)
}

/** The first place whose value is above `wanted`; the last place at the latest. */
function firstAbove(rising: Float64Array, wanted: number): number {
  let [low, high] = [0, rising.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle]! > wanted) high = middle
    else low = middle + 1
  }
  return low
}
