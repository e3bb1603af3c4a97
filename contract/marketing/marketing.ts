import * as z from 'zod/mini'
import { ReferralChannel } from '../accounts/account-inputs.ts'
import { CHANNEL_WORDS } from '../accounts/referral-channels.ts'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { SignedLink, Amount, Day, Id, Instant, Reason } from '../platform/values.ts'
import { PIECE_NAMES } from './pieces.ts'

const Piece = z.enum(PIECE_NAMES)

export const countReferralClick = endpoint({
  method: 'POST',
  path: '/api/referral-clicks',
  access: 'visitor',
  summary: 'Count an opened referral link by day and channel; nothing about the visitor is stored',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(40)),
    channel: z._default(ReferralChannel, 'link'),
  }),
  reply: null,
  rejections: ['referral-code-unknown', 'referral-code-closed'],
})

/** How many rewards, and their sum in minor units. */
const Rewards = z.object({ count: z.int(), amount: Amount })

/** A member's figures. Nothing in them says who the referred people are. */
export const ReferralFigures = z.object({
  currency: z.string(),
  clicks: z.int(),
  signUps: z.int(),
  /** Waiting for the fee to be paid and for its refund time to end. */
  pending: Rewards,
  paid: Rewards,
  /** Sign-ups that earn no reward: they share a document, card, device or address with the member, or an account was closed. */
  refused: z.int(),
  /** The last 30 days in the company's time zone, the oldest first. */
  days: z.array(z.object({ day: Day, clicks: z.int(), signUps: z.int() })),
  channels: z.array(z.object({ channel: ReferralChannel, clicks: z.int(), signUps: z.int() })),
})
export type ReferralFigures = z.infer<typeof ReferralFigures>

export const readReferrals = endpoint({
  method: 'GET',
  path: '/api/referrals',
  access: 'member',
  summary: 'Clicks, sign-ups and rewards of your referral link',
  reply: ReferralFigures,
})

export const listPieces = endpoint({
  method: 'GET',
  path: '/api/marketing/pieces',
  access: 'complete',
  summary: 'Your QR codes, banners, flyers and tear-off sheets, with links that open for some minutes',
  reply: z.object({
    items: z.array(z.object({ piece: Piece, url: z.string() })),
    expiresAt: Instant,
  }),
})

export const openPiece = endpoint({
  method: 'GET',
  path: '/api/marketing/pieces/:accountId/:piece',
  access: 'visitor',
  summary: 'A QR code, banner, flyer or tear-off sheet, by its signed link',
  params: z.object({ accountId: Id, piece: Piece }),
  query: SignedLink,
  problems: [410],
  reply: null,
  media: ['image/svg+xml', 'image/png', 'application/pdf'],
})

/** What two accounts share, or why a referral no longer counts. */
export const REFERRAL_HINT_WORDS = {
  document: 'Same ID document',
  card: 'Same card',
  device: 'Same device',
  address: 'Same address',
  staff: 'Referred by staff',
  'referrer-closed': 'Referrer closed',
  'account-closed': 'Account closed',
  'fee-returned': 'Fee refunded',
} as const

export const REFERRAL_STATE_WORDS = {
  pending: 'Pending',
  credited: 'Credited',
  refused: 'Refused',
  reversed: 'Reversed',
  unrewarded: 'No reward',
} as const

export const Referral = z.object({
  id: Id,
  state: z.enum(['pending', 'credited', 'refused', 'reversed', 'unrewarded']),
  signedUpAt: Instant,
  channel: ReferralChannel,
  /** What the program promised at the sign-up; 0: it was off. */
  reward: Amount,
  currency: z.string(),
  accountId: Id,
  person: z.string(),
  email: z.string(),
  referrerId: Id,
  referrer: z.string(),
  referrerEmail: z.string(),
  /** As it is now; for a refused one also why it was refused. */
  hints: z.array(z.enum(Object.keys(REFERRAL_HINT_WORDS) as [keyof typeof REFERRAL_HINT_WORDS])),
  decidedAt: z.nullable(Instant),
  reversedAt: z.nullable(Instant),
  reversalReason: z.nullable(z.string()),
  /** A cashier's, who credited a refused or reversed reward. */
  creditReason: z.nullable(z.string()),
})
export type Referral = z.infer<typeof Referral>

export const listReferrals = adminList({
  path: '/api/admin/referrals',
  name: 'referrals',
  access: 'cashier',
  subject: 'referral',
  personal: true,
  summary: 'Referrals and their rewards, newest first; `q` matches part of a name or email of either person',
  item: Referral,
  columns: {
    signedUp: { label: 'Signed up', kind: 'instant', of: 'signedUpAt', sort: 'down' },
    referrer: { label: 'Referrer', kind: 'text', sort: 'up' },
    referrerEmail: { label: 'Referrer email', kind: 'text', in: 'file' },
    person: { label: 'New member', kind: 'text', sort: 'up' },
    email: { label: 'Email', kind: 'text', in: 'file' },
    channel: { label: 'Channel', kind: 'status', words: CHANNEL_WORDS },
    state: { label: 'State', kind: 'status', words: REFERRAL_STATE_WORDS },
    hints: {
      label: 'Hints',
      kind: 'text',
      of: ({ hints }: { hints: readonly (keyof typeof REFERRAL_HINT_WORDS)[] }) =>
        hints.map((hint) => REFERRAL_HINT_WORDS[hint]).join(', '),
    },
    currency: { label: 'Currency', kind: 'text', in: 'file' },
    reward: { label: 'Reward', kind: 'money', sort: 'down' },
    decided: { label: 'Decided', kind: 'instant', of: 'decidedAt', in: 'file' },
    reversed: { label: 'Reversed', kind: 'instant', of: 'reversedAt', in: 'file' },
    reason: { label: 'Reason', kind: 'text', of: 'reversalReason', in: 'file' },
    creditReason: { label: 'Credited by hand', kind: 'text', in: 'file' },
  },
  filters: {
    q: { kind: 'search', label: 'Name or email' },
    state: { kind: 'choice', label: 'State', options: REFERRAL_STATE_WORDS },
  },
  order: 'signedUp',
  csv: 'cashier',
})

export const reverseReferral = endpoint({
  method: 'POST',
  path: '/api/admin/referrals/:referralId/reverse',
  access: 'cashier',
  stepUp: true,
  summary: 'Reverse a credited reward with reversing entries; what it had paid is due again',
  params: z.object({ referralId: Id }),
  body: z.object({ reason: Reason }),
  reply: Referral,
  rejections: ['not-credited', 'already-reversed'],
})

export const creditReferral = endpoint({
  method: 'POST',
  path: '/api/admin/referrals/:referralId/credit',
  access: 'cashier',
  stepUp: true,
  summary: 'Credit a reward that was refused or reversed',
  params: z.object({ referralId: Id }),
  body: z.object({ reason: Reason }),
  reply: Referral,
  rejections: ['already-credited', 'not-decided', 'referrer-closed'],
})
