/** Lots and auctions to subscribe to. `isLive`: they are sold live, so a dead connection must show within seconds. */
export type FeedSubscription = { lots?: readonly string[]; auctions?: readonly string[]; isLive?: boolean }

export type Wants = { lots: string[]; auctions: string[]; isLive?: boolean }

export const NO_WANTS: Wants = { lots: [], auctions: [] }

/** The wants of all subscriptions together, each once, in a fixed order. */
export function unionOf(subscriptions: Iterable<FeedSubscription>): Wants {
  const lots = new Set<string>()
  const auctions = new Set<string>()
  let isLive = false
  for (const { lots: someLots = [], auctions: someAuctions = [], isLive: someLive = false } of subscriptions) {
    isLive ||= someLive
    for (const lot of someLots) lots.add(lot)
    for (const auction of someAuctions) auctions.add(auction)
  }
  return { lots: [...lots].toSorted(), auctions: [...auctions].toSorted(), ...(isLive ? { isLive } : {}) }
}

export function equalWants(a: Wants, b: Wants): boolean {
  return a.lots.join() === b.lots.join() && a.auctions.join() === b.auctions.join() && isLiveIn(a) === isLiveIn(b)
}

/** True where everything `some` wants is in `all`. */
export function covers(all: Wants, some: Wants): boolean {
  return (
    some.lots.every((lot) => all.lots.includes(lot)) &&
    some.auctions.every((auction) => all.auctions.includes(auction)) &&
    (isLiveIn(all) || !isLiveIn(some))
  )
}

function isLiveIn({ isLive = false }: Wants): boolean {
  return isLive
}
