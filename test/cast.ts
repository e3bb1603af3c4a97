import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { StaffRole } from '#contract/platform/access-levels.ts'
import { newId } from '#server/platform/id.ts'

/**
 * A member of the cast used by all tests, the seed and the docs: the bidders Ada, Boris, Chidi, Dana and Elif; Olga the owner, Rita
 * the reviewer, Aukje the auctioneer and Kofi the cashier.
 */
export type CastMember = { id: string; name: string; email: string; paddle: number; token: string }

export type CastOptions = {
  name: string
  role?: string
  moreRoles?: StaffRole[]
  hasPaid?: boolean
  verification?: 'pending' | 'verified'
  document?: 'submitted' | 'approved' | null
  status?: 'active' | 'suspended'
  biddingLimit?: number | null
  emailConfirmed?: boolean
  hasAddress?: boolean
}

/** No digits, so that a test that searches for a number can't find it in an address. */
const inLetters = (id: string) => id.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)

/** Inserts an open session with a recent sign-in and returns its token. */
export async function openSession(pool: pg.Pool, accountId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await pool.query(
    `insert into session (id, account_id, token_hash, confirmed_at, expires_at)
     values ($1, $2, $3, clock_timestamp(), clock_timestamp() + interval '30 days')`,
    [newId(), accountId, createHash('sha256').update(token).digest()],
  )
  return token
}

/** Inserts a person with an open session and a recent sign-in directly into the database; a verified member by default. */
export async function castPerson(pool: pg.Pool, options: CastOptions): Promise<CastMember> {
  const { name, role = 'member', hasPaid = true, verification = 'verified', status = 'active' } = options
  const document = options.document === undefined ? (verification === 'verified' ? 'approved' : null) : options.document
  const id = newId()
  const idDocument = document === null ? null : { submittedAt: Date.now(), kind: 'passport', state: document }
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${inLetters(id)}@demo.paddock.example`
  const inserted = await pool.query<{ paddle: number }>(
    `insert into account (id, email, password_hash, name, phone, country, role, has_paid_membership_fee, verification_status,
       id_document, account_status, bidding_limit, referral_code, terms_version, email_confirmed_at, second_factor_since,
       has_address, more_roles)
     values ($1, $2, 'no password', $3, '+1 555 0100', 'US', $4, $5, $6, $7, $8, $9, $10, 'test',
       case when $11 then now() end, case when $4 <> 'member' then now() end, $12, $13) returning paddle`,
    [
      id,
      email,
      name,
      role,
      hasPaid,
      verification,
      idDocument === null ? null : JSON.stringify(idDocument),
      status,
      options.biddingLimit ?? null,
      id,
      options.emailConfirmed ?? true,
      options.hasAddress ?? true,
      options.moreRoles ?? [],
    ],
  )
  const token = await openSession(pool, id)
  return { id, name, email, paddle: inserted.rows[0]!.paddle, token }
}

/** Inserts many verified members: `Bidder 1`, `Bidder 2`, … */
export async function castCrowd(pool: pg.Pool, count: number): Promise<CastMember[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => castPerson(pool, { name: `Bidder ${index + 1}` })))
}
