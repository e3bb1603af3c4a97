import { sql, type Kysely } from 'kysely'
import type { listBankLines } from '#contract/payments/transfers.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { likeTyped } from '#server/platform/lists/list-sql.ts'
import type { ListSql } from '#server/platform/lists/serve-list.ts'
import { notFound } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { contentOf, type BankRow, type Books } from './bank-rows.ts'

export type BankLineRow = {
  id: string
  kind: BankRow['kind']
  booked_on: string
  amount: number
  currency: string
  text: string
  payer_name: string
  payer_account: string
  remaining: number
  account_id: string | null
  hint: string | null
  returned_at: number | null
  taken_back_at: number | null
  undone: number
  pay_back_asked_at: number | null
}

const COLUMNS =
  sql.raw(`b.id, b.kind, to_char(b.booked_on, 'YYYY-MM-DD') as booked_on, b.amount, b.currency, b.text, b.payer_name,
  b.payer_account, b.remaining, b.account_id, b.hint, b.returned_at, b.taken_back_at, b.undone, b.pay_back_asked_at`)

/** The reference values for reading rows, by the database's clock. */
export async function readBooks<T>(app: App, db: Kysely<T>): Promise<Books> {
  const { currency, timeZone } = await readCompanyTerms(app, db)
  const found = await sql<{ today: string }>`
    select to_char(clock_timestamp() at time zone ${timeZone}, 'YYYY-MM-DD') as today`.execute(db)
  return { currency, today: found.rows[0]!.today }
}

/** Null: the line was already imported. */
export async function insertLine<T>(trx: Kysely<T>, importId: string, row: BankRow): Promise<BankLineRow | null> {
  const inserted = await sql<BankLineRow>`
    insert into bank_line as b (id, import_id, kind, line, fingerprint, booked_on, amount, currency, text, payer_name, payer_account,
      remaining)
    values (${newId()}, ${importId}, ${row.kind}, ${row.line}, ${row.fingerprint}, ${row.bookedOn}::date, ${row.amount}, ${row.currency},
      ${row.text}, ${row.payerName}, ${row.payerAccount}, ${row.kind === 'out' ? 0 : row.amount})
    on conflict (fingerprint) do nothing returning ${COLUMNS}`.execute(trx)
  return inserted.rows[0] ?? null
}

/** Locks the line to the end of the transaction: its money is used once. Throws if there is no such line. */
export async function lockLine<T>(trx: Kysely<T>, id: string): Promise<BankLineRow> {
  const found = await sql<BankLineRow>`select ${COLUMNS} from bank_line b where b.id = ${id} for update`.execute(trx)
  const [line] = found.rows
  if (line === undefined) throw notFound('this transfer')
  return line
}

export async function lineById<T>(db: Kysely<T>, id: string): Promise<BankLineRow | null> {
  const found = await sql<BankLineRow>`select ${COLUMNS} from bank_line b where b.id = ${id}`.execute(db)
  return found.rows[0] ?? null
}

export async function setHint<T>(trx: Kysely<T>, id: string, hint: string): Promise<void> {
  await sql`update bank_line set hint = ${hint} where id = ${id}`.execute(trx)
}

/** `remaining` stays on the line as credit of the account. */
export async function setUsed<T>(trx: Kysely<T>, id: string, accountId: string, remaining: number): Promise<void> {
  await sql`
    update bank_line set remaining = ${remaining}, account_id = ${accountId}, hint = null where id = ${id}`.execute(trx)
}

export async function setReturned<T>(trx: Kysely<T>, id: string): Promise<void> {
  await sql`
    update bank_line set remaining = 0, pay_back_asked_at = null, returned_at = clock_timestamp()
    where id = ${id}`.execute(trx)
}

export async function noteUse<T>(trx: Kysely<T>, lineId: string, paymentId: string, amount: number): Promise<void> {
  await sql`insert into bank_line_use (line_id, payment_id, amount) values (${lineId}, ${paymentId}, ${amount})`.execute(
    trx,
  )
}

export type Use = { line_id: string; payment_id: string; amount: number }

/** Locks a line and the lines that paid something together with it, in the order of their ids, to the end of the transaction. */
export async function lockLinesWith<T>(trx: Kysely<T>, lineId: string): Promise<void> {
  // The line's uses will be undone and the other lines' shares returned to them: no other transaction can use any of them until then.
  await sql`
    select 1 from bank_line where id = ${lineId} or id in (
      select other.line_id from bank_line_use u join bank_line_use other on other.payment_id = u.payment_id
      where u.line_id = ${lineId} and u.undone_at is null and other.undone_at is null)
    order by id for update`.execute(trx)
}

/** The payments a line is used for (undone uses excluded), ordered by payment id. */
export async function paymentsOfLine<T>(db: Kysely<T>, lineId: string): Promise<string[]> {
  const found = await sql<{ payment_id: string }>`
    select payment_id from bank_line_use where line_id = ${lineId} and undone_at is null order by payment_id`.execute(
    db,
  )
  return found.rows.map((row) => row.payment_id)
}

export async function usesOfPayment<T>(db: Kysely<T>, paymentId: string): Promise<Use[]> {
  const found = await sql<Use>`
    select line_id, payment_id, amount from bank_line_use
    where payment_id = ${paymentId} and undone_at is null order by line_id`.execute(db)
  return found.rows
}

export async function undoUses<T>(trx: Kysely<T>, uses: readonly Use[]): Promise<void> {
  for (const use of uses) {
    await sql`
      update bank_line_use set undone_at = clock_timestamp()
      where line_id = ${use.line_id} and payment_id = ${use.payment_id} and undone_at is null`.execute(trx)
  }
}

/** Money of a line that is its person's credit again. */
export async function addCredit<T>(trx: Kysely<T>, lineId: string, amount: number): Promise<void> {
  await sql`update bank_line set remaining = remaining + ${amount} where id = ${lineId}`.execute(trx)
}

/** Makes the whole line unassigned again; `hint` says why. */
export async function setToMatch<T>(trx: Kysely<T>, id: string, hint: string): Promise<void> {
  await sql`
    update bank_line set remaining = amount, account_id = null, pay_back_asked_at = null, hint = ${hint}, undone = undone + 1
    where id = ${id}`.execute(trx)
}

export async function setTakenBack<T>(trx: Kysely<T>, id: string, hint: string): Promise<void> {
  await sql`
    update bank_line set remaining = 0, taken_back_at = clock_timestamp(), hint = ${hint} where id = ${id}`.execute(trx)
}

/** Whether the line that was imported with this fingerprint is other money: another amount, direction or payer. */
export async function isOtherMoney<T>(trx: Kysely<T>, row: BankRow): Promise<boolean> {
  const { fingerprint, kind, amount, currency, payerName, payerAccount } = row
  const same = await sql`
    select from bank_line where fingerprint = ${fingerprint} and amount = ${amount} and currency = ${currency}
      and (kind = 'out') = ${kind === 'out'}
      and payer_name = ${payerName} and payer_account = ${payerAccount}`.execute(trx)
  return same.rows.length === 0
}

/** Which of these were already imported. */
export async function knownFingerprints<T>(db: Kysely<T>, fingerprints: Buffer[]): Promise<Set<string>> {
  const found = await sql<{ fingerprint: Buffer }>`
    select fingerprint from bank_line where fingerprint = any(${fingerprints}::bytea[])`.execute(db)
  return new Set(found.rows.map(({ fingerprint }) => fingerprint.toString('hex')))
}

/** `line`: in the file of its import. */
export type KnownLine = {
  id: string
  says: string
  fingerprint: string
  importId: string
  line: number
  fileName: string
  importedAt: number
}

/** The imported lines of the same days and amounts as these rows. */
export async function linesLike<T>(db: Kysely<T>, rows: readonly BankRow[]): Promise<KnownLine[]> {
  const [days, amounts] = [rows.map(({ bookedOn }) => bookedOn), rows.map(({ amount }) => amount)]
  const found = await sql<Parameters<typeof contentOf>[0] & Omit<KnownLine, 'says'>>`
    select b.id, to_char(booked_on, 'YYYY-MM-DD') as "bookedOn", amount, currency, text, payer_name as "payerName",
      payer_account as "payerAccount", b.kind = 'out' as "isOut", encode(fingerprint, 'hex') as fingerprint,
      import_id as "importId", line, file_name as "fileName", b.created_at as "importedAt"
    from bank_line b join bank_import i on i.id = b.import_id where booked_on = any(${days}::date[])
      and (booked_on, amount) in (select * from unnest(${days}::date[], ${amounts}::bigint[]))
    order by b.id`.execute(db)
  return found.rows.map(({ id, fingerprint, importId, line, fileName, importedAt, ...content }) => {
    return { id, fingerprint, importId, line, fileName, importedAt, says: contentOf(content) }
  })
}

export async function setSeparate<T>(trx: Kysely<T>, importId: string, lines: readonly number[]): Promise<void> {
  await sql`update bank_import set separate = ${lines}::integer[] where id = ${importId}`.execute(trx)
}

/** Until the end of the transaction: two files that overlap don't both import a line that one of them has without the bank's id. */
export async function lockLines<T>(trx: Kysely<T>): Promise<void> {
  // Takes an advisory lock instead of row locks: the lines that the other file brings don't exist yet.
  await sql`select pg_advisory_xact_lock(hashtext('bank-lines'))`.execute(trx)
}

export async function setFingerprint<T>(trx: Kysely<T>, id: string, fingerprint: Buffer): Promise<void> {
  await sql`update bank_line set fingerprint = ${fingerprint} where id = ${id}`.execute(trx)
}

/** References of payments that exist. */
export async function knownReferences<T>(db: Kysely<T>, references: string[]): Promise<Set<string>> {
  const found = await sql<{ reference: string }>`
    select reference from payment where reference = any(${references}::text[])`.execute(db)
  return new Set(found.rows.map(({ reference }) => reference))
}

export const LINE_LIST: ListSql<typeof listBankLines> = {
  columns: COLUMNS,
  from: sql.raw('bank_line b'),
  id: 'b.id',
  sorts: { booked: 'b.booked_on', payer: 'lower(b.payer_name)', amount: 'b.amount', remaining: 'b.remaining' },
  where({ show = 'open', q = '' }) {
    const like = likeTyped(q.trim())
    return sql`(${show} = 'all' or b.remaining > 0)
      and (${q.trim()} = '' or b.text ilike ${like} or b.payer_name ilike ${like} or b.payer_account ilike ${like})`
  },
}
