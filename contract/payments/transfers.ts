import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint, type ReplyOf } from '../platform/endpoint.ts'
import { FileImport, importEndpoints, RowNote } from '../platform/file-import.ts'
import { PURPOSES } from './payments.ts'
import { Reason, Words, Amount, Day, Id, Instant } from '../platform/values.ts'

/**
 * The state of a bank line. `to-match`: not assigned to anyone yet. `credit`: part of it is a person's unused credit. `other-currency`: to
 * be handled by hand. `outgoing`: money out, kept for reference. `taken-back`: it should not have been booked.
 */
const LineState = z.enum(['to-match', 'credit', 'used', 'other-currency', 'outgoing', 'returned', 'taken-back'])

const LINE_STATE_WORDS = {
  'to-match': 'Unmatched',
  credit: 'Credit',
  used: 'Used',
  'other-currency': 'Another currency',
  outgoing: 'Outgoing',
  returned: 'Returned',
  'taken-back': 'Removed',
} as const satisfies Record<z.infer<typeof LineState>, string>

/** What a transfer may be for. */
export const Candidate = z.object({
  accountId: Id,
  person: z.string(),
  purpose: z.enum(PURPOSES),
  subjectId: z.nullable(Id),
  label: z.string(),
  amount: Amount,
  currency: z.string(),
})
export type Candidate = z.infer<typeof Candidate>

/** Money in the bank account. `remaining` is not used yet: unassigned (`person` null), or the person's credit. */
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
  /** When the person asked for a refund of the remaining credit. */
  payBackAskedAt: z.nullable(Instant),
  /** In the list, the most likely use of the remainder; null if nothing owed fits, or nothing remains to match. */
  suggestion: z.nullable(Candidate),
})
export type BankLine = z.infer<typeof BankLine>

export const listBankLines = adminList({
  path: '/api/admin/bank-lines',
  name: 'bank-lines',
  access: 'cashier',
  subject: 'bank-line',
  personal: true,
  summary: 'Bank transfers, newest first: those with unused money, or all',
  item: BankLine,
  columns: {
    booked: { label: 'Booked', kind: 'day', of: 'bookedOn', sort: 'down' },
    payer: { label: 'Payer and text', kind: 'text', of: 'payerName', sort: 'up', in: 'page' },
    payerName: { label: 'Payer', kind: 'text', in: 'file' },
    payerAccount: { label: 'Account', kind: 'text', in: 'file' },
    text: { label: 'Text', kind: 'text', in: 'file' },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    amount: { label: 'Amount', kind: 'money', sort: 'down' },
    remaining: { label: 'Unused', fileLabel: 'Not used', kind: 'money', sort: 'down' },
    person: { label: 'For', fileLabel: 'Whose', kind: 'text' },
    hint: { label: 'Hint', kind: 'text', in: 'file' },
    returnedAt: { label: 'Sent back', kind: 'instant', in: 'file' },
    state: { label: 'State', kind: 'status', words: LINE_STATE_WORDS, in: 'file' },
  },
  filters: {
    q: { kind: 'search', label: 'Payer, account or text' },
    show: { kind: 'choice', label: 'Show', options: { open: 'Unmatched', all: 'All' }, all: null },
  },
  order: 'booked',
  csv: 'cashier',
})

export const findCandidates = endpoint({
  method: 'GET',
  path: '/api/admin/bank-lines/:lineId/candidates',
  access: 'cashier',
  audit: { action: 'view-payers', of: 'bank-line' },
  summary: 'What a transfer could pay: by search text, or by its payer and amount',
  params: z.object({ lineId: Id }),
  query: z.object({ q: z.optional(Words) }),
  reply: z.object({ items: z.array(Candidate) }),
})

/** A cashier's action on one line; with a reason unless it has other data. */
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
  summary: 'Match a transfer to what it pays; any excess becomes the person’s credit',
  body: z.object({ accountId: Id, purpose: z.enum(PURPOSES), subjectId: z.optional(z.nullable(Id)) }),
  rejections: [
    'line-used',
    'line-outgoing',
    'wrong-currency',
    'other-person',
    'already-paid',
    'invoice-not-found',
    'email-not-confirmed',
    'account-closed',
  ],
})

export const undoMatch = endpoint({
  ...lineAction,
  path: '/api/admin/bank-lines/:lineId/undo-match',
  summary: 'Undo the match of a transfer with reversing entries; it becomes unmatched',
  rejections: ['not-matched', 'line-returned', 'money-went-back'],
})

export const takeBackLine = endpoint({
  ...lineAction,
  path: '/api/admin/bank-lines/:lineId/take-back',
  summary: 'Remove a line that shouldn’t be in the books, with reversing entries; undo its match first',
  rejections: ['line-used', 'line-returned', 'line-taken-back'],
})

export const returnBankLine = endpoint({
  ...lineAction,
  path: '/api/admin/bank-lines/:lineId/return',
  summary: 'Record that the rest of a transfer was sent back from the bank',
  rejections: ['line-used'],
})

const ColumnNumber = z.int().check(z.gte(0), z.lte(99))

/**
 * Columns by number from 0. `amount`: money in is positive; a column of only money in works, too. `debit`: a column of only money
 * out. `direction`: a column that says debit or credit; then only credits are money in. `dayOrder`: null if the file doesn't show it, and a
 * person has to choose.
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
  dayOrder: z.nullable(z.enum(['ymd', 'dmy', 'mdy'])),
  decimal: z.enum(['.', ',']),
})
export type BankMapping = z.infer<typeof BankMapping>

const SampleRow = {
  line: z.int(),
  bookedOn: Day,
  amount: Amount,
  currency: z.string(),
  text: z.string(),
  payerName: z.string(),
}

const Counts = {
  known: z.int(),
  /** Rows without an amount. */
  ignored: z.int(),
  faulty: z.int(),
  /** Money out, kept as lines. */
  outgoing: z.int(),
  /** Of the new ones: money in another currency, to be handled by hand. */
  otherCurrency: z.int(),
}

export const BankImport = z.extend(FileImport, {
  /** Of the processed rows. `imported`: new lines of money in; `matched`: those that were used for what their text names. */
  counts: z.object({ ...Counts, imported: z.int(), matched: z.int() }),
})
export type BankImport = z.infer<typeof BankImport>

export const BANK_IMPORTS = importEndpoints({
  name: 'bank',
  access: 'cashier',
  files: 'CSV or XLSX, up to 5 MB',
  item: BankImport,
  mapping: BankMapping,
  preview: {
    rowCount: z.int(),
    /**
     * Over all rows. `fresh`: new lines of money in; `matching`: those that name a payment or an invoice of ours; `doubtful`: those of the
     * known ones that may be other payments.
     */
    counts: z.object({ ...Counts, fresh: z.int(), matching: z.int(), doubtful: z.int() }),
    /** The first rows. `outcome`: what a run would make of the row. */
    rows: z.array(
      z.object({
        ...SampleRow,
        outcome: z.enum(['known', 'maybe-known', 'matches', 'unmatched', 'outgoing', 'other-currency']),
      }),
    ),
    /** The first doubtful rows, each with the imported line that says the same. Only one of the two files has the bank’s ids. */
    doubts: z.array(z.object({ ...SampleRow, knownLine: z.int(), fileName: z.string(), importedAt: Instant })),
    faults: z.array(RowNote),
  },
  /** `separate`: the lines of doubtful rows that are other payments. */
  run: { separate: z.optional(z.array(z.int().check(z.gte(1), z.lte(1_000_000))).check(z.maxLength(10_000))) },
  notes: {},
  rejections: ['import-closed'],
  // A forged file would pay invoices and mark payouts as paid.
  stepUp: true,
})

export const {
  send: sendBankFile,
  read: readBankImport,
  preview: previewBankImport,
  run: runBankImport,
  notes: listBankImportNotes,
  exportNotes: exportBankImportNotes,
} = BANK_IMPORTS
export type BankPreview = ReplyOf<typeof previewBankImport>
