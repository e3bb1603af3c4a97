/** Lots and sales to be heard of. */
export type FeedSubscription = { lots?: readonly string[]; auctions?: readonly string[] }

export type Wants = { lots: string[]; auctions: string[] }

export const NO_WANTS: Wants = { lots: [], auctions: [] }

/** What all subscriptions want together, each once, in a fixed order. */
export function unionOf(subscriptions: Iterable<FeedSubscription>): Wants {
  const lots = new Set<string>()
  const auctions = new Set<string>()
  for (const { lots: someLots = [], auctions: someAuctions = [] } of subscriptions) {
    for (const lot of someLots) lots.add(lot)
    for (const auction of someAuctions) auctions.add(auction)
  }
  return { lots: [...lots].toSorted(), auctions: [...auctions].toSorted() }
}

export function equalWants(a: Wants, b: Wants): boolean {
  return a.lots.join() === b.lots.join() && a.auctions.join() === b.auctions.join()
}

/** True where everything `some` wants is in `all`. */
export function covers(all: Wants, some: Wants): boolean {
  return (
    some.lots.every((lot) => all.lots.includes(lot)) && some.auctions.every((auction) => all.auctions.includes(auction))
  )
}
