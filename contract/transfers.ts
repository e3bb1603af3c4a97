import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Payment } from './membership.ts'
import { Reason, Words } from './payments.ts'
import { Amount, Day, Id, Instant, oneLine, Order, PageNumber } from './values.ts'

/**
 * Where a line of the bank stands. `to-match`: nobody's yet. `credit`: some of it is a person's and not used. `other-currency`: to be
 * handled by hand. `outgoing`: money out, kept to be seen. `taken-back`: it should not have been in the books.
 */
const LineState = z.enum(['to-match', 'credit', 'used', 'other-currency', 'outgoing', 'returned', 'taken-back'])

/** What a transfer may be for. */
export const Candidate = z.object({
  accountId: Id,
  person: z.string(),
  purpose: Payment.shape.purpose,
  subjectId: z.nullable(Id),
  label: z.string(),
  amount: Amount,
  currency: z.string(),
})
export type Candidate = z.infer<typeof Candidate>

/** Money on the bank account. `remaining` is not used yet: nobody's (`person` null), or the person's credit. */
export const BankLine = z.object({
  id: Id,
  state: LineState,
  bookedOn: Day,
  amount: Amount,
  remaining: Amount,
  currency: z.string(),
  text: z.string(),
  payerName: z.string(),
  payerAccount: z.string(),
  person: z.nullable(z.string()),
  hint: z.nullable(z.string()),
  returnedAt: z.nullable(Instant),
  takenBackAt: z.nullable(Instant),
  /** When its person asked for the credit that is left of it. */
  payBackAskedAt: z.nullable(Instant),
  /** In the list, what the rest of it is most likely for; null where nothing that is owed fits, or nothing is left to match. */
  suggestion: z.nullable(Candidate),
})
export type BankLine = z.infer<typeof BankLine>

const LineFilter = { show: z.optional(z.enum(['open', 'all'])), q: z.optional(Words) }
export const LINE_SORTS = ['booked', 'payer', 'amount', 'remaining'] as const

export const listBankLines = endpoint({
  method: 'GET',
  path: '/api/admin/bank-lines',
  access: 'cashier',
  audit: { act: 'view-bank-lines', of: 'bank-line' },
  summary: 'Transfers, newest first: those with money not used yet, or all',
  query: z.object({ ...LineFilter, sort: z.optional(z.enum(LINE_SORTS)), order: Order, page: PageNumber }),
  reply: z.object({ items: z.array(BankLine), page: z.int(), pages: z.int(), total: z.int() }),
})

export const exportBankLines = endpoint({
  method: 'GET',
  path: '/api/admin/bank-lines.csv',
  access: 'cashier',
  audit: { act: 'export-bank-lines', of: 'bank-line' },
  summary: 'The same list as CSV, newest first',
  query: z.object(LineFilter),
  reply: null,
  media: 'text/csv',
})

export const findCandidates = endpoint({
  method: 'GET',
  path: '/api/admin/bank-lines/:lineId/candidates',
  access: 'cashier',
  audit: { act: 'view-payers', of: 'bank-line' },
  summary: 'What a transfer may be for: by what is typed, else by its payer and amount',
  params: z.object({ lineId: Id }),
  query: z.object({ q: z.optional(Words) }),
  reply: z.object({ items: z.array(Candidate) }),
})

/** What a cashier does with one line; with a reason, unless it says something else. */
const lineAction = {
  method: 'POST',
  access: 'cashier',
  stepUp: true,
  params: z.object({ lineId: Id }),
  body: z.object({ reason: Reason }),
  reply: BankLine,
} as const

export const matchBankLine = endpoint({
  ...lineAction,
  path: '/api/admin/bank-lines/:lineId/match',
  summary: 'Use a transfer for what it is for; what it is too much stays the person’s credit',
  body: z.object({ accountId: Id, purpose: Payment.shape.purpose, subjectId: z.optional(z.nullable(Id)) }),
  rejections: [
    'line-used',
    'line-outgoing',
    'wrong-currency',
    'other-person',
    'already-paid',
    'invoice-not-found',
    'email-not-confirmed',
  ],
})

export const undoMatch = endpoint({
  ...lineAction,
  path: '/api/admin/bank-lines/:lineId/undo-match',
  summary: 'Undo what a transfer was used for, by reversing entries: it is to be matched again',
  rejections: ['not-matched', 'line-returned', 'money-went-back'],
})

export const takeBackLine = endpoint({
  ...lineAction,
  path: '/api/admin/bank-lines/:lineId/take-back',
  summary: 'Take a line that should not be in the books out of them, by reversing entries; its match is undone first',
  rejections: ['line-used', 'line-returned', 'line-taken-back'],
})

export const returnBankLine = endpoint({
  ...lineAction,
  path: '/api/admin/bank-lines/:lineId/return',
  summary: 'Say that what is left of a transfer was sent back from the bank',
  rejections: ['line-used'],
})

const ColumnNumber = z.int().check(z.gte(0), z.lte(99))

/**
 * Columns by number from 0. `amount`: money in is positive; a column that has money in alone is as good. `debit`: a column that has money
 * out alone. `direction`: a column that says debit or credit; then only what it calls a credit is money in.
 */
export const BankMapping = z.object({
  bookedOn: ColumnNumber,
  amount: ColumnNumber,
  debit: z._default(z.nullable(ColumnNumber), null),
  direction: z._default(z.nullable(ColumnNumber), null),
  currency: z.nullable(ColumnNumber),
  text: z.array(ColumnNumber).check(z.minLength(1), z.maxLength(5)),
  payerName: z.nullable(ColumnNumber),
  payerAccount: z.nullable(ColumnNumber),
  bankId: z.nullable(ColumnNumber),
  dayOrder: z.enum(['ymd', 'dmy', 'mdy']),
  decimal: z.enum(['.', ',']),
})
export type BankMapping = z.infer<typeof BankMapping>

/** Lines as in the file, from 1; `column` is the name in its header. */
export const RowFault = z.object({ line: z.int(), column: z.nullable(z.string()), message: z.string() })
export type RowFault = z.infer<typeof RowFault>

export const BankImport = z.object({
  id: Id,
  fileName: z.string(),
  state: z.enum(['receiving', 'ready', 'running', 'done']),
  partCount: z.int(),
  /** Numbers of the parts that have not arrived. */
  missing: z.array(z.int()),
  rowCount: z.int(),
  doneCount: z.int(),
  imported: z.int(),
  known: z.int(),
  ignored: z.int(),
  matched: z.int(),
  /** Money out, kept as lines. */
  outgoing: z.int(),
  /** Of the imported ones: money in another currency, to be handled by hand. */
  otherCurrency: z.int(),
  faults: z.array(RowFault),
  createdAt: Instant,
  finishedAt: z.nullable(Instant),
})
export type BankImport = z.infer<typeof BankImport>

export const startBankImport = endpoint({
  method: 'POST',
  path: '/api/admin/bank-imports',
  access: 'cashier',
  summary: 'Announce a bank’s file; the same file again answers with its import',
  body: z.object({
    fileName: z.string().check(z.minLength(1), z.maxLength(200), oneLine),
    hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    partCount: z.int().check(z.gte(1), z.lte(400)),
  }),
  reply: BankImport,
  status: 201,
})

export const sendBankImportPart = endpoint({
  method: 'PUT',
  path: '/api/admin/bank-imports/:importId/parts/:number',
  access: 'cashier',
  summary: 'One part of the file’s text, in any order and as often as need be',
  params: z.object({ importId: Id, number: z.coerce.number().check(z.int(), z.gte(0), z.lte(399)) }),
  body: z.object({ text: z.string().check(z.maxLength(16_000)) }),
  reply: BankImport,
  rejections: ['import-closed', 'file-damaged'],
})

export const readBankImport = endpoint({
  method: 'GET',
  path: '/api/admin/bank-imports/:importId',
  access: 'cashier',
  summary: 'How far an import is',
  params: z.object({ importId: Id }),
  reply: BankImport,
})

/** A dry run: nothing is written. `outcome`: what a run would make of the row. */
export const BankPreview = z.object({
  header: z.array(z.string()),
  mapping: BankMapping,
  rowCount: z.int(),
  counts: z.object({
    fresh: z.int(),
    known: z.int(),
    ignored: z.int(),
    faulty: z.int(),
    matching: z.int(),
    outgoing: z.int(),
    otherCurrency: z.int(),
  }),
  rows: z.array(
    z.object({
      line: z.int(),
      bookedOn: Day,
      amount: Amount,
      currency: z.string(),
      text: z.string(),
      payerName: z.string(),
      outcome: z.enum(['known', 'matches', 'unmatched', 'outgoing', 'other-currency']),
    }),
  ),
  faults: z.array(RowFault),
})
export type BankPreview = z.infer<typeof BankPreview>

export const previewBankImport = endpoint({
  method: 'POST',
  path: '/api/admin/bank-imports/:importId/preview',
  access: 'cashier',
  summary: 'What a run would do, by a mapping or by the one that fits best',
  params: z.object({ importId: Id }),
  body: z.object({ mapping: z.optional(BankMapping) }),
  reply: BankPreview,
  rejections: ['file-incomplete', 'file-unreadable', 'import-closed'],
})

export const runBankImport = endpoint({
  method: 'POST',
  path: '/api/admin/bank-imports/:importId/run',
  access: 'cashier',
  summary: 'Import the file by a mapping; goes on by itself after an interruption',
  params: z.object({ importId: Id }),
  body: z.object({ mapping: BankMapping }),
  reply: BankImport,
  status: 202,
  rejections: ['file-incomplete', 'file-unreadable', 'import-closed'],
})
