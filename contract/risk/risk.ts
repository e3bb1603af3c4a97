import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant, Reason } from '../platform/values.ts'
import { signalWords } from './signal-words.ts'
import { Signal } from './signals.ts'

export const RISK_STATES = { open: 'Open', dismissed: 'Dismissed' } as const

export const RiskCase = z.object({
  id: Id,
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  currency: z.string(),
  accountId: Id,
  person: z.string(),
  paddle: z.int(),
  /** The seller, and their account; one of them may be missing. */
  sellerId: z.nullable(Id),
  sellerAccountId: z.nullable(Id),
  seller: z.nullable(z.string()),
  /** From 0 to 100: how unusual the bids are for an honest bidder. */
  score: z.int(),
  signals: z.array(Signal),
  foundAt: Instant,
  state: z.enum(Object.keys(RISK_STATES) as (keyof typeof RISK_STATES)[]),
  dismissedBy: z.nullable(z.string()),
  dismissedAt: z.nullable(Instant),
  dismissedFor: z.nullable(z.string()),
})
export type RiskCase = z.infer<typeof RiskCase>

/** `q`: part of a name or a title, a lot number or a paddle. `account`: of the bidder or the seller. */
export const listRisks = adminList({
  path: '/api/admin/risks',
  name: 'risks',
  access: 'reviewer',
  subject: 'risk',
  personal: true,
  summary: 'Bids that look unusual, with the reasons in words; nothing is done about them automatically',
  item: RiskCase,
  columns: {
    score: { label: 'Score', kind: 'number', sort: 'down' },
    lot: { label: 'Lot', kind: 'text', of: ({ lotNumber, title }: RiskCase) => `${lotNumber} ${title}` },
    person: { label: 'Bidder', kind: 'text' },
    seller: { label: 'Seller', kind: 'text' },
    signals: {
      label: 'Why',
      kind: 'text',
      of: ({ signals, currency }: RiskCase) => signals.map((signal) => signalWords(signal, currency)).join(' '),
    },
    found: { label: 'Found', kind: 'instant', of: 'foundAt', sort: 'down' },
    state: { label: 'State', kind: 'status', words: RISK_STATES },
    dismissedFor: { label: 'Reason', kind: 'text', in: 'file' },
  },
  filters: {
    q: { kind: 'search', label: 'Name, paddle, vehicle or lot number' },
    state: { kind: 'choice', label: 'State', options: RISK_STATES },
    account: { kind: 'id' },
    seller: { kind: 'id' },
    lot: { kind: 'id' },
  },
  order: 'score',
  csv: 'reviewer',
})

export const dismissRisk = endpoint({
  method: 'POST',
  path: '/api/admin/risks/:riskId/dismissal',
  access: 'reviewer',
  summary: 'Record that a signal is explained, and why; it stays in the list of dismissed ones',
  params: z.object({ riskId: Id }),
  body: z.object({ reason: Reason }),
  reply: RiskCase,
  rejections: ['already-dismissed'],
})
