import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { User } from '#contract/accounts/accounts.ts'
import { REFERRAL_CHANNELS } from '#contract/accounts/referral-channels.ts'
import { Dispute } from '#contract/payments/disputes.ts'
import { InvoiceDetail, InvoiceKind, InvoiceState } from '#contract/invoices/invoices.ts'
import { LOT_DOCUMENT_KINDS, LOT_DOCUMENT_TYPES } from '#contract/lots/lot-documents.ts'
import { Payment } from '#contract/payments/payments.ts'
import { NoticeKind } from '#contract/notifications/notifications.ts'
import { PHOTO_FORMATS, SHOT_SLOTS } from '#contract/lots/photos.ts'
import { IDENTIFIER_KINDS } from '#contract/accounts/shared-identifiers.ts'
import { TICKET_PRIORITIES } from '#contract/support/support-staff.ts'
import { TICKET_STATUSES, TICKET_TOPICS } from '#contract/support/support-limits.ts'
import { IMPORT_STATES } from '#contract/platform/file-import.ts'
import { PHOTO_STATES } from '#contract/lots/vehicle-photos.ts'
import { CASE_STATES, DOCUMENT_KINDS, DOCUMENT_SIDES } from '#contract/verification/verification.ts'
import { PayoutFormat, PayoutState } from '#contract/settlements/payouts.ts'
import { SellerKind } from '#contract/sellers/sellers.ts'
import { SELLER_ENTRY_KINDS } from '#server/settlements/entries/commission.ts'
import type { AuctionKind, LotEvent, LotStatus } from '#engine'
import { freshDatabase } from '#test/harness/database.ts'
import { ROOT } from '../root.ts'

/** The grammar of the schema: a name in an error or a query plan says what it stands for. */

/** `columns`: of the table. `predicate`: what limits a partial index, or ''. */
type Named = { name: string; table: string; columns: string[]; suffix: string; predicate: string }

let fresh: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client

beforeAll(async () => {
  fresh = await freshDatabase()
  client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await fresh.drop()
})

const nameOf = ({ table, columns, suffix }: Named, more: readonly string[] = []) =>
  [table, ...columns, ...more, suffix].join('_')

test('every migration is named by a number and by what it makes', async () => {
  const files = await readdir(path.join(ROOT, 'server/migrations'))
  expect(files.filter((file) => !/^\d{4}(_[a-z0-9]+)+\.sql$/.test(file))).toEqual([])
})

test('every constraint is named by its table, its columns in their order, and its kind', async () => {
  // Constraint triggers are named as triggers are.
  const { rows } = await client.query<Named>(
    `select conname as name, conrelid::regclass::text as table, '' as predicate,
       case contype when 'p' then 'pkey' when 'u' then 'key' when 'f' then 'fkey' when 'c' then 'check' else 'not_null'
         end as suffix,
       array(select attname::text from unnest(conkey) with ordinality as k (attnum, place)
         join pg_attribute a on a.attrelid = conrelid and a.attnum = k.attnum
         order by case contype when 'c' then k.attnum else place end) as columns
     from pg_constraint where connamespace = 'public'::regnamespace and contype <> 't'`,
  )
  expect(rows.length).toBeGreaterThan(200)
  const wanted = (row: Named) => (row.suffix === 'pkey' ? `${row.table}_pkey` : nameOf(row))
  expect(rows.filter((row) => row.name !== wanted(row))).toEqual([])
})

test('every index is named by its table and its columns; a second one on the same columns adds what limits it', async () => {
  const { rows } = await client.query<Named & { own: string[] }>(
    `select i.relname as name, t.relname as table, coalesce(pg_get_expr(indpred, indrelid), '') as predicate,
       case when indisunique then 'key' else 'idx' end as suffix,
       array(select pg_get_indexdef(indexrelid, place, true) from generate_series(1, indnkeyatts) as place) as columns,
       array(select attname::text from pg_attribute where attrelid = indrelid and attnum > 0) as own
     from pg_index join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
     where t.relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
  )
  expect(rows.length).toBeGreaterThan(100)
  // Of an expression its column counts.
  const indexes = rows.map(({ own, ...row }) => {
    const among = (text: string) =>
      [...text.matchAll(/[a-z_]+/g)].flatMap(([word]) => (own.includes(word) ? [word] : []))
    return { ...row, columns: row.columns.flatMap(among), limits: among(row.predicate) }
  })
  const names = new Set(indexes.map(({ name }) => name))
  const isGrammatical = (index: (typeof indexes)[number]) =>
    index.name === nameOf(index) ||
    (names.has(nameOf(index)) && index.limits.some((limit) => index.name === nameOf(index, [limit])))
  expect(indexes.filter((index) => !isGrammatical(index))).toEqual([])
})

/** The values that the CHECK of each column allows, by `table.column`. */
async function lists(): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ at: string; text: string }>(
    `select conrelid::regclass || '.' || attname as at, pg_get_constraintdef(c.oid) as text
     from pg_constraint c join pg_attribute a on attrelid = conrelid and attnum = any (conkey)
     where contype = 'c' and cardinality(conkey) = 1 and connamespace = 'public'::regnamespace`,
  )
  return new Map(
    rows
      .filter(({ text }) => /^CHECK \(\(\w+ = ANY \(ARRAY\[/.test(text))
      .map(({ at, text }) => [at, [...text.matchAll(/'([^']+)'::text/g)].map((found) => found[1]!)]),
  )
}

/** What the code calls a status, or writes like one. */
const IS_STATUS = /(^|_)(status|state|kind|type|outcome|cause|purpose|channel|provider)$/
/** Text that is no closed list: codes of refusals, the words of a provider, what each feature calls its subjects. */
const IS_OPEN = new Set(['attempt.outcome', 'payment_event.kind', 'audit.subject_kind'])

test('every status has a CHECK with the values it may have', async () => {
  const { rows } = await client.query<{ at: string; name: string }>(
    `select relname || '.' || attname as at, attname as name from pg_attribute join pg_class t on t.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'text'::regtype and not attisdropped`,
  )
  const known = await lists()
  const states = rows.filter(({ at, name }) => IS_STATUS.test(name) && !IS_OPEN.has(at)).map(({ at }) => at)
  expect(states.length).toBeGreaterThan(30)
  expect(states.filter((at) => !known.has(at))).toEqual([])
})

const LOT_STATUSES: Record<LotStatus, true> = {
  scheduled: true,
  open: true,
  sold: true,
  'reserve-not-met': true,
  passed: true,
  withdrawn: true,
}
const AUCTION_KINDS: Record<AuctionKind, true> = { timed: true, live: true }
const LOT_EVENTS: Record<LotEvent['type'], true> = {
  opened: true,
  'bid-placed': true,
  'maximum-changed': true,
  'reserve-met': true,
  extended: true,
  paused: true,
  resumed: true,
  'fair-warning': true,
  'bought-now': true,
  voided: true,
  'passed-over': true,
  closed: true,
  withdrawn: true,
  approved: true,
  countered: true,
  offered: true,
  declined: true,
  retracted: true,
  freed: true,
  agreed: true,
  lapsed: true,
  'sale-voided': true,
}

describe('the values that the database allows are those of the code:', () => {
  test.each<[at: string, values: readonly string[]]>([
    ['standing.status', Object.keys(LOT_STATUSES)],
    ['standing.auction_kind', Object.keys(AUCTION_KINDS)],
    ['auction.kind', Object.keys(AUCTION_KINDS)],
    ['ledger.type', Object.keys(LOT_EVENTS)],
    ['account.role', User.shape.role.options],
    ['account.account_status', User.shape.accountStatus.options],
    ['account.verification_status', User.shape.verificationStatus.options],
    ['payment.state', Payment.shape.state.options],
    ['payment.purpose', Payment.shape.purpose.options],
    ['payment_sums.state', Payment.shape.state.options],
    ['payment_sums.purpose', Payment.shape.purpose.options],
    ['dispute.state', Dispute.shape.state.options],
    // 'receiving' is written only by the previous release.
    ['bank_import.state', [...IMPORT_STATES, 'receiving']],
    ['account_identifier.kind', IDENTIFIER_KINDS],
    ['verification_case.kind', DOCUMENT_KINDS],
    ['verification_case.state', CASE_STATES],
    ['verification_file.side', DOCUMENT_SIDES],
    ['vehicle_import.state', IMPORT_STATES],
    ['vehicle_document.kind', LOT_DOCUMENT_KINDS],
    ['vehicle_document.type', LOT_DOCUMENT_TYPES],
    ['photo.slot', SHOT_SLOTS],
    ['photo.state', PHOTO_STATES],
    ['photo_file.format', PHOTO_FORMATS],
    ['invoice.kind', InvoiceKind.options],
    ['invoice.state', InvoiceState.options],
    ['invoice_sums.kind', InvoiceKind.options],
    ['invoice_event.what', InvoiceDetail.shape.history.def.element.shape.what.options],
    ['notification.kind', NoticeKind.options],
    ['notification_choice.kind', NoticeKind.options],
    ['referral.channel', REFERRAL_CHANNELS],
    ['referral_click.channel', REFERRAL_CHANNELS],
    ['seller.kind', SellerKind.options],
    ['seller_entry.kind', SELLER_ENTRY_KINDS],
    ['payout_batch.format', PayoutFormat.options],
    ['payout_batch.state', PayoutState.options],
    ['ticket.topic', TICKET_TOPICS],
    ['ticket.status', TICKET_STATUSES],
    ['ticket.priority', TICKET_PRIORITIES],
  ])('%s', async (at, values) => {
    expect((await lists()).get(at)?.toSorted()).toEqual([...values].toSorted())
  })
})
