import { sql, type Kysely } from 'kysely'
import { topicWords } from '#server/platform/outbox/topics.ts'

/** The subject's id where it is one; other subjects are named by a word. */
const ID = `(case when u.subject_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then u.subject_id::uuid end)`
/** A document's image is named by its case, its side and its page. */
const CASE_ID = `(case when u.subject_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}(:|$)' then split_part(u.subject_id, ':', 1)::uuid end)`

type Query = { of: string; from?: string }

const TOPIC_WORDS = JSON.stringify(Object.fromEntries(topicWords))

const VEHICLE = `v.year || ' ' || v.make || ' ' || v.model`
const LOT = `'number', l.lot_number::text, 'title', l.title`
const PERSON = `'name', a.name, 'paddle', a.paddle::text`

/** The values of what each kind of subject is called (`contract/platform/audit-subjects.ts`): queries that run for the lines of a page only. */
const NAMES: Readonly<Record<string, Query>> = {
  account: { of: PERSON, from: `account a where a.id = ${ID}` },
  auction: {
    of: `'title', coalesce((select title from auction where id = ${ID}), u.before ->> 'title', u.after ->> 'title')`,
  },
  'bank-import': { of: `'file', file_name`, from: `bank_import where id = ${ID}` },
  'bank-line': { of: `'payer', payer_name`, from: `bank_line where id = ${ID}` },
  'canned-answer': {
    of: `'title', coalesce((select title from canned_answer where id = ${ID}), u.before ->> 'title')`,
  },
  checklist: { of: `'entry', u.subject_id` },
  content: { of: `'text', u.subject_id` },
  'credit-note': { of: `'number', number`, from: `credit_note where id = ${ID}` },
  document: { of: `'file', u.before ->> 'name'` },
  invoice: {
    of: `'number', i.number, ${PERSON}`,
    from: `invoice i join account a on a.id = i.account_id where i.id = ${ID}`,
  },
  lot: {
    of: `'number', (select l.lot_number::text from lot l where l.id = ${ID}), 'title', (select l.title from lot l where l.id = ${ID}),
      'vehicle', (select ${VEHICLE} from vehicle v where v.id = coalesce(u.before ->> 'vehicleId', u.after ->> 'vehicleId')::uuid)`,
  },
  mail: { of: PERSON, from: `notification n join account a on a.id = n.account_id where n.id = ${ID}` },
  message: { of: `'event', coalesce('${TOPIC_WORDS}'::jsonb ->> (u.before ->> 'topic'), u.before ->> 'topic')` },
  newsletter: { of: `'title', coalesce((select subject from newsletter where id = ${ID}), u.before ->> 'subject')` },
  payment: { of: PERSON, from: `payment p join account a on a.id = p.account_id where p.id = ${ID}` },
  payout: { of: `'number', number`, from: `payout_batch where id = ${ID}` },
  photo: {
    of: `'vehicle', ${VEHICLE}`,
    from: `vehicle v where v.id = coalesce((select vehicle_id from photo where id = ${ID}), (u.before ->> 'vehicleId')::uuid)`,
  },
  question: { of: LOT, from: `lot_question q join lot l on l.id = q.lot_id where q.id = ${ID}` },
  referral: { of: PERSON, from: `referral r join account a on a.id = r.referrer_id where r.id = ${ID}` },
  refund: {
    of: PERSON,
    from: `refund r join payment p on p.id = r.payment_id join account a on a.id = p.account_id where r.id = ${ID}`,
  },
  'reserve-request': {
    of: `'seller', s.name, ${LOT}`,
    from: `reserve_request r join seller s on s.id = r.seller_id join lot l on l.id = r.lot_id where r.id = ${ID}`,
  },
  risk: {
    of: `${PERSON}, ${LOT}`,
    from: `risk_case c join account a on a.id = c.bidder_id join lot l on l.id = c.lot_id where c.id = ${ID}`,
  },
  seller: { of: `'name', name, 'code', code`, from: `seller where id = ${ID}` },
  'staff-invitation': { of: `'email', coalesce(u.after ->> 'email', u.before ->> 'email')` },
  statement: {
    of: `'number', st.number, 'seller', s.name`,
    from: `seller_statement st join seller s on s.id = st.seller_id where st.id = ${ID}`,
  },
  ticket: { of: `'reference', reference`, from: `ticket where id = ${ID}` },
  vehicle: { of: `'vehicle', ${VEHICLE}`, from: `vehicle v where v.id = ${ID}` },
  'vehicle-import': { of: `'file', file_name`, from: `vehicle_import where id = ${ID}` },
  verification: {
    of: PERSON,
    from: `verification_case c join account a on a.id = c.account_id where c.id = ${CASE_ID}`,
  },
}

const NAME_QUERIES = Object.fromEntries(
  Object.entries(NAMES).map(([kind, { of, from }]) => [
    kind,
    `select jsonb_build_object(${of})${from === undefined ? '' : ` from ${from}`}`,
  ]),
)

/** Where the page of a subject needs another number than its id, or is that of something else. */
const NUMBERS: Readonly<Record<string, string>> = {
  lot: `select l.lot_number::text from lot l where l.id = ${ID}`,
  question: `select l.lot_number::text from lot_question q join lot l on l.id = q.lot_id where q.id = ${ID}`,
  photo: `select p.vehicle_id::text from photo p where p.id = ${ID}`,
}

const CURRENCIES: Readonly<Record<string, string>> = {
  auction: `select currency from auction where id = ${ID}`,
  'bank-line': `select currency from bank_line where id = ${ID}`,
  invoice: `select currency from invoice where id = ${ID}`,
  lot: `select a.currency from lot l join auction a on a.id = l.auction_id where l.id = ${ID}`,
  payment: `select currency from payment where id = ${ID}`,
  payout: `select currency from payout_batch where id = ${ID}`,
  'reserve-request': `select a.currency from reserve_request r join lot l on l.id = r.lot_id join auction a on a.id = l.auction_id
    where r.id = ${ID}`,
  statement: `select currency from seller_statement where id = ${ID}`,
}

export type SubjectWords = {
  /** The values of its name; null: it is gone, or has none. */
  subject: Readonly<Record<string, string | null>> | null
  subject_number: string | null
  /** Null: the company's. */
  currency: string | null
}

/**
 * What the subjects of audit lines are called, by the lines' ids. Only the queries of their kinds are run: the database plans a query
 * of all kinds for ten times as long as it takes.
 */
export async function subjectsOf<T>(
  db: Kysely<T>,
  lines: readonly { id: string; subject_kind: string }[],
): Promise<Map<string, SubjectWords>> {
  const kinds = new Set(lines.map((line) => line.subject_kind))
  const found = await sql<SubjectWords & { id: string }>`
    select u.id, ${byKind(NAME_QUERIES, kinds)} as subject, ${byKind(NUMBERS, kinds)} as subject_number,
      ${byKind(CURRENCIES, kinds)} as currency
    from audit u where u.id = any(${lines.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, ...words }) => [id, words]))
}

/** One value by the kind of the subject. */
function byKind(queries: Readonly<Record<string, string>>, kinds: ReadonlySet<string>) {
  const asked = Object.entries(queries).filter(([kind]) => kinds.has(kind))
  if (asked.length === 0) return sql`null`
  return sql.raw(`case u.subject_kind ${asked.map(([kind, query]) => `when '${kind}' then (${query})`).join(' ')} end`)
}
