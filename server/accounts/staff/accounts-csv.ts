import type { Readable } from 'node:stream'
import { csvInstant, csvStream } from '#server/platform/csv.ts'
import type { House } from '#server/platform/house.ts'
import { plainAmount } from '#server/platform/money-text.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { findAccounts, type AccountFilter } from './staff-store.ts'

const PAGE = 500

const HEAD = [
  'Paddle',
  'Name',
  'Email',
  'Address confirmed',
  'Phone',
  'Country',
  'Role',
  'Fee',
  'Identity',
  'Account',
  'Bidding limit',
  'Currency',
  'Second factor',
  'Since',
]

/** All people of a list, in its order. Instants in UTC, amounts as plain numbers. */
export async function accountsCsv(house: House, filter: AccountFilter): Promise<Readable> {
  const { currency } = await readHouseTerms(house)
  return csvStream<number>(HEAD, async (place) => {
    const offset = place ?? 0
    const rows = await findAccounts(house.db, filter, { limit: PAGE, offset })
    const records = rows.map((row) => [
      row.paddle,
      row.name,
      row.email,
      row.email_confirmed_at === null ? 'no' : 'yes',
      row.phone,
      row.country,
      row.role,
      row.has_paid_membership_fee ? 'paid' : 'not paid',
      row.verification_status,
      row.account_status,
      row.bidding_limit === null ? null : plainAmount(row.bidding_limit, currency),
      row.bidding_limit === null ? null : currency,
      row.second_factor_since === null ? 'off' : 'on',
      csvInstant(row.created_at),
    ])
    return { records, next: rows.length < PAGE ? null : offset + PAGE }
  })
}
