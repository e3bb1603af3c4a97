import type { CalendarAuction } from '#contract/calendar/calendar.ts'

/** Empty: any. */
export type Filters = { location: string; kind: string; make: string }

export const NO_FILTERS: Filters = { location: '', kind: '', make: '' }

export function filterAuctions(
  auctions: readonly CalendarAuction[],
  { location, kind, make }: Filters,
): CalendarAuction[] {
  return auctions.filter(
    (auction) =>
      (location === '' || auction.location === location) &&
      (kind === '' || auction.kind === kind) &&
      (make === '' || auction.makes.includes(make)),
  )
}

/** The available options; selected ones stay in the list even if no auction has them now. */
export function choicesIn(
  auctions: readonly CalendarAuction[],
  { location, make }: Filters,
): { locations: string[]; makes: string[] } {
  const sorted = (values: Iterable<string>) =>
    [...new Set(values)].filter(Boolean).toSorted((a, b) => a.localeCompare(b))
  return {
    locations: sorted([...auctions.map((auction) => auction.location), location]),
    makes: sorted([...auctions.flatMap((auction) => auction.makes), make]),
  }
}
