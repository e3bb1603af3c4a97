import { accessDenial } from '#contract/accounts/access.ts'
import type { Figures, Overview, Trade } from '#contract/reporting/overview.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { auctionProgress, incomeByDay, lastDays, lotsByDay, receivables } from './overview-store.ts'

/** Days in each of the two periods that are compared. */
const DAYS = 30

const NOTHING: Trade = { ended: 0, sold: 0, hammer: 0, fees: 0, commissions: 0, memberships: 0 }

/** What the overview shows a member of staff: a fixed number of statements, however much there is. */
export async function readOverview(app: App, person: Person): Promise<Overview> {
  const { timeZone, currency } = await readCompanyTerms(app)
  const may = (level: 'auctioneer' | 'cashier') => accessDenial(person, level) === null
  const [auctions, figures, owed] = await Promise.all([
    auctionProgress(app.db, timeZone),
    may('auctioneer') || may('cashier') ? readFigures(app, timeZone, currency) : null,
    may('cashier') ? receivables(app.db) : null,
  ])
  return { auctions, figures, receivables: owed }
}

async function readFigures({ db }: App, timeZone: string, own: string): Promise<Figures[]> {
  const [days, lots, income] = await Promise.all([
    lastDays(db, timeZone, 2 * DAYS),
    lotsByDay(db, timeZone, 2 * DAYS),
    incomeByDay(db, timeZone, 2 * DAYS),
  ])
  const others = new Set([...lots, ...income].map(({ currency }) => currency))
  others.delete(own)
  return [own, ...[...others].toSorted()].map((currency) => {
    const isOfCurrency = (row: { currency: string }) => row.currency === currency
    const lotsOf = new Map(lots.filter(isOfCurrency).map((row) => [row.day, row]))
    const incomeOf = new Map(income.filter(isOfCurrency).map((row) => [row.day, row]))
    const trades = days.map((day) => tradeOf(day, lotsOf.get(day), incomeOf.get(day)))
    const [before, now] = [trades.slice(0, DAYS), trades.slice(DAYS)]
    return { currency, now: sum(now), before: sum(before), days: now }
  })
}

type DayOfTrade = Figures['days'][number]

function tradeOf(
  day: string,
  lots: Pick<Trade, 'ended' | 'sold' | 'hammer'> | undefined,
  income: Pick<Trade, 'fees' | 'commissions' | 'memberships'> | undefined,
): DayOfTrade {
  return {
    day,
    ended: lots?.ended ?? 0,
    sold: lots?.sold ?? 0,
    hammer: lots?.hammer ?? 0,
    fees: income?.fees ?? 0,
    commissions: income?.commissions ?? 0,
    memberships: income?.memberships ?? 0,
  }
}

function sum(days: readonly DayOfTrade[]): Trade {
  return days.reduce(
    (all, day) => ({
      ended: all.ended + day.ended,
      sold: all.sold + day.sold,
      hammer: all.hammer + day.hammer,
      fees: all.fees + day.fees,
      commissions: all.commissions + day.commissions,
      memberships: all.memberships + day.memberships,
    }),
    NOTHING,
  )
}
