import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Payment } from './payments.ts'
import { Reason, Words, Amount, Day, Id, Instant, oneLine } from '../platform/values.ts'

/**
 * The state of a bank line. `to-match`: not assigned to anyone yet. `credit`: part of it is a person's unused credit. `other-currency`: to
 * be handled by hand. `outgoing`: money out, kept for reference. `taken-back`: it should not have been booked.
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
    state: { label: 'State', kind: 'status', in: 'file' },
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
 * out. `direction`: a column that says debit or credit; then only credits are money in.
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
  summary: 'Start importing a bank file; starting with the same file again returns its import',
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
  summary: 'Upload one part of the file’s text, in any order; parts can be sent again',
  params: z.object({ importId: Id, number: z.coerce.number().check(z.int(), z.gte(0), z.lte(399)) }),
  body: z.object({ text: z.string().check(z.maxLength(16_000)) }),
  reply: BankImport,
  rejections: ['import-closed', 'file-damaged'],
})

export const readBankImport = endpoint({
  method: 'GET',
  path: '/api/admin/bank-imports/:importId',
  access: 'cashier',
  summary: 'The progress of an import',
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
  summary: 'Preview an import, with a mapping or with the best match',
  params: z.object({ importId: Id }),
  body: z.object({ mapping: z.optional(BankMapping) }),
  reply: BankPreview,
  rejections: ['file-incomplete', 'file-unreadable', 'import-closed'],
})

export const runBankImport = endpoint({
  method: 'POST',
  path: '/api/admin/bank-imports/:importId/run',
  access: 'cashier',
  summary: 'Import the file with a mapping; resumes on its own after an interruption',
  params: z.object({ importId: Id }),
  body: z.object({ mapping: BankMapping }),
  reply: BankImport,
  status: 202,
  rejections: ['file-incomplete', 'file-unreadable', 'import-closed'],
})
