import { sql, type Kysely } from 'kysely'
import { topicWords } from '#server/platform/outbox/topics.ts'

/** The subject's id where it is one; other subjects are named by a word. */
const ID = `(case when u.subject_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then u.subject_id::uuid end)`
/** A document's image is named by its case, its side and its page. */
const CASE_ID = `(case when u.subject_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}(:|$)' then split_part(u.subject_id, ':', 1)::uuid end)`

const TOPIC_WORDS = JSON.stringify(Object.fromEntries(topicWords))

const LOT = `'lot ' || l.lot_number || ', ' || l.title`
const VEHICLE = `v.year || ' ' || v.make || ' ' || v.model`
const PERSON = `a.name || ' (paddle ' || a.paddle || ')'`

/** What each kind of subject is called: the query of its name, run for the lines of a page only. */
const NAMES: Readonly<Record<string, string>> = {
  account: `select ${PERSON} from account a where a.id = ${ID}`,
  auction: `select '“' || coalesce((select title from auction where id = ${ID}), u.before ->> 'title', u.after ->> 'title') || '”'`,
  'bank-import': `select 'the bank file “' || file_name || '”' from bank_import where id = ${ID}`,
  'bank-line': `select 'the transfer of ' || payer_name from bank_line where id = ${ID}`,
  'canned-answer': `select 'the canned answer “' || coalesce((select title from canned_answer where id = ${ID}), u.before ->> 'title') || '”'`,
  checklist: `select '“' || u.subject_id || '”'`,
  content: `select 'the text “' || u.subject_id || '”'`,
  'credit-note': `select 'credit note ' || number from credit_note where id = ${ID}`,
  document: `select 'the document “' || (u.before ->> 'name') || '”'`,
  invoice: `select 'invoice ' || i.number || ' of ' || ${PERSON} from invoice i join account a on a.id = i.account_id where i.id = ${ID}`,
  lot: `select coalesce((select ${LOT} from lot l where l.id = ${ID}), (select 'the lot of ' || ${VEHICLE} from vehicle v
    where v.id = coalesce(u.before ->> 'vehicleId', u.after ->> 'vehicleId')::uuid))`,
  mail: `select 'an email to ' || ${PERSON} from notification n join account a on a.id = n.account_id where n.id = ${ID}`,
  message: `select 'the background job “' || coalesce('${TOPIC_WORDS}'::jsonb ->> (u.before ->> 'topic'), u.before ->> 'topic') || '”'`,
  newsletter: `select 'the newsletter “' || coalesce((select subject from newsletter where id = ${ID}), u.before ->> 'subject') || '”'`,
  payment: `select 'the payment of ' || ${PERSON} from payment p join account a on a.id = p.account_id where p.id = ${ID}`,
  payout: `select 'payout ' || number from payout_batch where id = ${ID}`,
  photo: `select 'a photo of ' || ${VEHICLE} from vehicle v
    where v.id = coalesce((select vehicle_id from photo where id = ${ID}), (u.before ->> 'vehicleId')::uuid)`,
  question: `select 'a question about ' || ${LOT} from lot_question q join lot l on l.id = q.lot_id where q.id = ${ID}`,
  referral: `select 'the referral reward of ' || ${PERSON} from referral r join account a on a.id = r.referrer_id where r.id = ${ID}`,
  refund: `select 'the refund to ' || ${PERSON} from refund r join payment p on p.id = r.payment_id join account a on a.id = p.account_id
    where r.id = ${ID}`,
  'reserve-request': `select 'the reserve request of ' || s.name || ' for ' || ${LOT} from reserve_request r
    join seller s on s.id = r.seller_id join lot l on l.id = r.lot_id where r.id = ${ID}`,
  risk: `select 'the risk signal of ' || ${PERSON} || ' on ' || ${LOT} from risk_case c join account a on a.id = c.bidder_id
    join lot l on l.id = c.lot_id where c.id = ${ID}`,
  seller: `select 'the seller ' || name || ' (' || code || ')' from seller where id = ${ID}`,
  'staff-invitation': `select 'the invitation to ' || coalesce(u.after ->> 'email', u.before ->> 'email')`,
  statement: `select 'statement ' || st.number || ' of ' || s.name from seller_statement st join seller s on s.id = st.seller_id
    where st.id = ${ID}`,
  ticket: `select 'ticket ' || reference from ticket where id = ${ID}`,
  vehicle: `select ${VEHICLE} from vehicle v where v.id = ${ID}`,
  'vehicle-import': `select 'the file “' || file_name || '”' from vehicle_import where id = ${ID}`,
  verification: `select 'the identity document of ' || ${PERSON} from verification_case c join account a on a.id = c.account_id
    where c.id = ${CASE_ID}`,
}

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
  subject_name: string | null
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
    select u.id, ${byKind(NAMES, kinds)} as subject_name, ${byKind(NUMBERS, kinds)} as subject_number,
      ${byKind(CURRENCIES, kinds)} as currency
    from audit u where u.id = any(${lines.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, ...words }) => [id, words]))
}

/** One value by the kind of the subject. */
function byKind(queries: Readonly<Record<string, string>>, kinds: ReadonlySet<string>) {
  const asked = Object.entries(queries).filter(([kind]) => kinds.has(kind))
  if (asked.length === 0) return sql`null::text`
  return sql.raw(`case u.subject_kind ${asked.map(([kind, query]) => `when '${kind}' then (${query})`).join(' ')} end`)
}
