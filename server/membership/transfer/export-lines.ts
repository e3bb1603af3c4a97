import type { Readable } from 'node:stream'
import type { BankLine } from '#contract/transfers.ts'
import { csvInstant, csvStream } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { plainAmount } from '#server/platform/money-text.ts'
import { linesBefore, type BankLineRow, type LineFilter } from './store.ts'

const PAGE = 500

const HEAD = [
  'Booked',
  'Payer',
  'Account',
  'Text',
  'Currency',
  'Amount',
  'Not used',
  'Whose',
  'Hint',
  'Sent back',
  'State',
]

/** All transfers of a list as CSV, page by page, so that a long list needs no memory. `present`: as the list shows them. */
export function exportLines(
  house: House,
  filter: LineFilter,
  present: (rows: BankLineRow[]) => Promise<BankLine[]>,
): Promise<Readable> {
  return csvStream<string>(HEAD, async (before) => {
    const rows = await linesBefore(house.db, filter, before, PAGE)
    return { records: (await present(rows)).map(cellsOf), next: rows.length < PAGE ? null : rows.at(-1)!.id }
  })
}

function cellsOf(line: BankLine): (string | number | null)[] {
  const money = (amount: number) => plainAmount(amount, line.currency)
  return [
    line.bookedOn,
    line.payerName,
    line.payerAccount,
    line.text,
    line.currency,
    money(line.amount),
    money(line.remaining),
    line.person,
    line.hint,
    csvInstant(line.returnedAt),
    line.state,
  ]
}
