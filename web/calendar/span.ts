import { t } from '#web/platform/language/text.ts'
import {
  addDays,
  addMonths,
  type DayKey,
  firstOfMonth,
  firstOfWeek,
  noonOf,
  startOfDay,
  weekFrom,
  weeksOfMonth,
} from '#web/platform/zoned-days.ts'
import { dayWords } from './zone.ts'

export const VIEWS = [
  { id: 'agenda', label: t`Agenda` },
  { id: 'month', label: t`Month` },
  { id: 'week', label: t`Week` },
  { id: 'plan', label: t`My lots` },
] as const

export type View = (typeof VIEWS)[number]['id']

/** The span that a view shows around a day. Instants in ms; `before` and `after` are days of the adjacent spans. */
export type Span = {
  unit: 'month' | 'week'
  title: string
  weeks: DayKey[][]
  from: number
  to: number
  before: DayKey
  after: DayKey
}

export function spanOf(view: View, day: DayKey, zone: string): Span {
  if (view === 'week') {
    const first = firstOfWeek(day)
    const title = dayWords.short.formatRange(noonOf(first), noonOf(addDays(first, 6)))
    const [before, after] = [addDays(day, -7), addDays(day, 7)]
    return {
      unit: 'week',
      title,
      weeks: [weekFrom(first)],
      ...instantsOf(first, addDays(first, 7), zone),
      before,
      after,
    }
  }
  const weeks = weeksOfMonth(day)
  const first = firstOfMonth(day)
  // The grid includes days of adjacent months; an agenda does not.
  const [from, to] =
    view === 'month' ? [weeks[0]?.[0] ?? first, addDays(weeks.at(-1)?.[6] ?? first, 1)] : [first, addMonths(first, 1)]
  const [before, after] = [addMonths(day, -1), addMonths(day, 1)]
  return {
    unit: 'month',
    title: dayWords.month.format(noonOf(day)),
    weeks,
    ...instantsOf(from, to, zone),
    before,
    after,
  }
}

function instantsOf(first: DayKey, next: DayKey, zone: string): { from: number; to: number } {
  return { from: startOfDay(first, zone), to: startOfDay(next, zone) }
}
