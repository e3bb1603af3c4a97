/** An item due at an instant. Equal instants are ordered by the randomly drawn `order`, then by arrival. */
export type Due = { at: number; order: number; number: number }

/** The next due first: a binary heap. */
export class Heap<T extends Due> {
  #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  push(item: T): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!isBefore(item, items[above]!)) break
      items[at] = items[above]!
      at = above
    }
    items[at] = item
  }

  pop(): T | undefined {
    const items = this.#items
    const top = items[0]
    const last = items.pop()
    if (last === undefined || items.length === 0) return top
    let at = 0
    for (;;) {
      let below = 2 * at + 1
      if (below >= items.length) break
      if (below + 1 < items.length && isBefore(items[below + 1]!, items[below]!)) below += 1
      if (!isBefore(items[below]!, last)) break
      items[at] = items[below]!
      at = below
    }
    items[at] = last
    return top
  }
}

function isBefore(one: Due, other: Due): boolean {
  if (one.at !== other.at) return one.at < other.at
  return one.order === other.order ? one.number < other.number : one.order < other.order
}
