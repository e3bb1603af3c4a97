/** Pseudorandom numbers, always the same for the same seed, so that the demo is reproducible. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** `count` different ones, in a random order; all of them if there are fewer. */
  some<T>(items: readonly T[], count: number): T[]
}

/** The mulberry32 generator, seeded with a text. */
export function randomFrom(seed: string): Random {
  let state = hashOf(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    some: (items, count) => {
      const left = [...items]
      const taken: typeof left = []
      while (taken.length < count && left.length > 0) taken.push(...left.splice(whole(0, left.length - 1), 1))
      return taken
    },
  }
}

/** FNV-1a: spreads similar texts far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash | 0
}
