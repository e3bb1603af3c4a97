import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type {
  AuctionYear,
  Month,
  readAuctionsReport as auctionsEndpoint,
  readMonthReport as monthEndpoint,
  readSellerReport as sellerEndpoint,
} from '#contract/reporting/period-reports.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { auctionsOfYear, incomeByMonth, lotsByMonth, membersByMonth, sellersOf } from './report-store.ts'

const DAY_MS = 86_400_000
const PERIOD_DAYS_MAX = 731

/** The auctions that began in a year, and their sum for each currency. */
export async function readAuctionsReport(app: App, year: number): Promise<ReplyOf<typeof auctionsEndpoint>> {
  const { timeZone } = await readCompanyTerms(app)
  const rows = await auctionsOfYear(app.db, timeZone, year)
  const sums = [...Map.groupBy(rows, ({ currency }) => currency)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([currency, own]) => sumOf(currency, own))
  return { year, rows, sums }
}

function sumOf(currency: string, rows: readonly AuctionYear[]): AuctionYear {
  const add = (of: (row: AuctionYear) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    auctionId: null,
    title: 'Total',
    startedOn: null,
    currency,
    offered: add(({ offered }) => offered),
    sold: add(({ sold }) => sold),
    unsold: add(({ unsold }) => unsold),
    toEnd: add(({ toEnd }) => toEnd),
    withdrawn: add(({ withdrawn }) => withdrawn),
    hammer: add(({ hammer }) => hammer),
    fees: add(({ fees }) => fees),
  }
}

/** The months of a year in which anything happened, by currency. New members are counted with the company's own. */
export async function readMonthReport(app: App, year: number): Promise<ReplyOf<typeof monthEndpoint>> {
  const { timeZone, currency: own } = await readCompanyTerms(app)
  const [lots, income, members] = await Promise.all([
    lotsByMonth(app.db, timeZone, year),
    incomeByMonth(app.db, timeZone, year),
    membersByMonth(app.db, timeZone, year),
  ])
  const months = new Map<string, Month>()
  const monthOf = (month: string, currency: string): Month => {
    const key = `${month} ${currency}`
    const known = months.get(key) ?? emptyMonth(month, currency)
    months.set(key, known)
    return known
  }
  for (const { month, currency, ended, sold, hammer } of lots)
    Object.assign(monthOf(month, currency), { ended, sold, hammer })
  for (const { month, currency, ...earned } of income) Object.assign(monthOf(month, currency), earned)
  for (const { month, members: newMembers } of members) Object.assign(monthOf(month, own), { newMembers })
  const rows = [...months.values()].toSorted(
    (one, other) => one.month.localeCompare(other.month) || one.currency.localeCompare(other.currency),
  )
  return { year, rows }
}

function emptyMonth(month: string, currency: string): Month {
  return { month, currency, ended: 0, sold: 0, hammer: 0, fees: 0, commissions: 0, memberships: 0, newMembers: 0 }
}

export async function readSellerReport(
  app: App,
  { from, to }: QueryOf<typeof sellerEndpoint>,
): Promise<ReplyOf<typeof sellerEndpoint>> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) throw invalidInput([{ field: 'to', message: 'The last day must not be before the first.' }])
  if (days > PERIOD_DAYS_MAX) throw invalidInput([{ field: 'from', message: 'Choose at most two years.' }])
  return { from, to, rows: await sellersOf(app.db, { from, to }) }
}
