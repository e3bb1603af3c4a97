import type { CalendarSale } from '#contract/calendar.ts'

/** Empty: any. */
export type Filters = { location: string; kind: string; make: string }

export const NO_FILTERS: Filters = { location: '', kind: '', make: '' }

export function filterSales(sales: readonly CalendarSale[], { location, kind, make }: Filters): CalendarSale[] {
  return sales.filter(
    (sale) =>
      (location === '' || sale.location === location) &&
      (kind === '' || sale.kind === kind) &&
      (make === '' || sale.makes.includes(make)),
  )
}

/** What there is to choose from; what is chosen stays in the list even where no sale has it now. */
export function choicesIn(
  sales: readonly CalendarSale[],
  { location, make }: Filters,
): { locations: string[]; makes: string[] } {
  const sorted = (values: Iterable<string>) =>
    [...new Set(values)].filter(Boolean).toSorted((a, b) => a.localeCompare(b))
  return {
    locations: sorted([...sales.map((sale) => sale.location), location]),
    makes: sorted([...sales.flatMap((sale) => sale.makes), make]),
  }
}
