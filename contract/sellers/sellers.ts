import * as z from 'zod/mini'
import { BankAccount } from '../payments/bank-account.ts'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant, oneLine, plainText } from '../platform/values.ts'
import { Commission } from './commission.ts'

/** Sellers, as staff see and manage them. Tax ids and account numbers go in and never come out: only how they end. */

export const SELLER_KIND_WORDS = {
  private: 'Private person',
  dealer: 'Dealer',
  fleet: 'Fleet',
  lender: 'Lender',
  insurer: 'Insurer',
  government: 'Government',
  estate: 'Estate',
  charity: 'Charity',
} as const

export const SellerKind = z.enum(['private', 'dealer', 'fleet', 'lender', 'insurer', 'government', 'estate', 'charity'])

const SellerSummary = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  kind: SellerKind,
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  /** The email of the linked account. */
  accountEmail: z.nullable(z.string()),
  /** Such as `IBAN …3000`; null: no bank account is known. */
  bank: z.nullable(z.string()),
  isActive: z.boolean(),
})
export type SellerSummary = z.infer<typeof SellerSummary>

export const Seller = z.object({
  ...SellerSummary.shape,
  address: z.string(),
  accountId: z.nullable(Id),
  bankKind: z.nullable(z.enum(['iban', 'us', 'ca', 'mx'])),
  /** Such as `…789`; null: none is known. */
  taxId: z.nullable(z.string()),
  commission: Commission,
  /** The currency of its amounts. */
  currency: z.string(),
  /** A change names the version it was made from. */
  version: z.int(),
  /** The latest changes, newest first, with the names of what changed. */
  history: z.array(
    z.object({
      id: Id,
      at: Instant,
      by: z.string(),
      action: z.string(),
      changed: z.array(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type Seller = z.infer<typeof Seller>

export const listSellers = adminList({
  path: '/api/admin/sellers',
  name: 'sellers',
  access: 'staff',
  subject: 'seller',
  personal: true,
  summary: 'List sellers; search by code, name, email or phone, filter by kind',
  item: SellerSummary,
  columns: {
    code: { label: 'Code', kind: 'text', sort: 'up' },
    name: { label: 'Name', kind: 'link', sort: 'up' },
    kind: { label: 'Kind', kind: 'status', words: SELLER_KIND_WORDS, sort: 'up' },
    email: { label: 'Email', kind: 'text' },
    phone: { label: 'Phone', kind: 'text' },
    country: { label: 'Country', kind: 'text', in: 'file' },
    account: { label: 'Account', kind: 'text', of: 'accountEmail' },
    bank: { label: 'Pays to', kind: 'text' },
    active: { label: 'Active', kind: 'yes-no', of: 'isActive' },
  },
  filters: {
    q: { kind: 'search', label: 'Code, name, email or phone' },
    kind: { kind: 'choice', label: 'Kind', options: SELLER_KIND_WORDS },
    show: { kind: 'choice', label: 'Show', options: { active: 'Active', inactive: 'Inactive' } },
  },
  order: 'name',
  csv: 'cashier',
})

const OfSeller = z.object({ sellerId: Id })
const REFUSED = ['seller-changed', 'seller-has-lots'] as const
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), oneLine)

export const SellerEntry = z.object({
  code: line(20).check(z.regex(/^[A-Z0-9][A-Z0-9-]*$/, 'Use capital letters, digits and hyphens, such as NORTH-1.')),
  name: line(120).check(z.minLength(1, 'Enter a name.')),
  kind: SellerKind,
  address: z.string().check(z.trim(), z.maxLength(300), plainText),
  country: z.string().check(z.regex(/^[A-Z]{2}$/, 'Enter two letters, such as US.')),
  email: z.union([z.literal(''), z.email().check(z.maxLength(254))]),
  phone: line(40),
  /** The email of the member who owns the seller's account; null: none. */
  accountEmail: z.nullable(z.email().check(z.maxLength(254))),
  isActive: z.boolean(),
})
export type SellerEntry = z.infer<typeof SellerEntry>

export const readSeller = endpoint({
  method: 'GET',
  path: '/api/admin/sellers/:sellerId',
  access: 'staff',
  audit: { action: 'view-seller', of: 'seller' },
  summary: 'A seller with commission and history; account numbers are masked',
  params: OfSeller,
  reply: Seller,
})

/** Version 0 creates it. */
export const saveSeller = endpoint({
  method: 'PUT',
  path: '/api/admin/sellers/:sellerId',
  access: 'auctioneer',
  summary: 'Enter a seller, or change one; the client chooses the id',
  params: OfSeller,
  body: z.object({ version: z.int32(), ...SellerEntry.shape }),
  reply: Seller,
  rejections: REFUSED,
})

export const changeSellerMoney = endpoint({
  method: 'PUT',
  path: '/api/admin/sellers/:sellerId/money',
  access: 'cashier',
  stepUp: true,
  summary: 'Change a seller’s commission, bank account or tax id; what is left out stays',
  params: OfSeller,
  body: z.object({
    version: z.int32(),
    commission: z.optional(Commission),
    /** Null removes it. */
    bank: z.optional(z.nullable(BankAccount)),
    taxId: z.optional(z.nullable(line(40).check(z.minLength(2, 'Enter the tax ID.')))),
  }),
  reply: Seller,
  rejections: REFUSED,
})
