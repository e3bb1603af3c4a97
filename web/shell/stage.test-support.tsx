import { cleanup, render } from '@testing-library/react'
import { vi } from 'vitest'
import type { User } from '#contract/accounts/accounts.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { shippedAnswers } from '#test/shipped-answers.ts'
import { createQueryClient } from '../platform/query.ts'
import { TOKEN_KEY } from '../platform/token.ts'
import { App } from './app.tsx'

/** Ada with a complete account, unless said otherwise. */
export function person(changes: Partial<User> = {}): User {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    email: 'ada@demo.paddock.example',
    name: 'Ada',
    phone: '+1 555 0100',
    language: null,
    country: 'US',
    role: 'member',
    moreRoles: [],
    hasPaidMembershipFee: true,
    verificationStatus: 'verified',
    idDocument: { submittedAt: 1, kind: 'passport', state: 'approved' },
    verificationNote: null,
    accountStatus: 'active',
    paddle: 112,
    biddingLimit: null,
    referralCode: 'ADA7K2',
    createdAt: 1,
    emailConfirmed: true,
    secondFactor: 'off',
    support: null,
    ...changes,
  }
}

export const TERMS: CompanyTerms = {
  companyName: 'Paddock Auctions',
  currency: 'USD',
  membershipFee: 99_00,
  membershipRefundDays: 14,
  verificationDays: 1,
  increments: [
    [0, 10_00],
    [100_00, 25_00],
  ],
  premium: [
    { from: 0, basisPoints: 1000 },
    { from: 10_000_00, basisPoints: 500 },
  ],
  fixedFees: [{ label: 'Gate fee', amount: 45_00 }],
  taxBasisPoints: 700,
  taxLabel: 'sales tax',
  taxByKind: { hammer: null, premium: null, fee: null, 'late-fee': 0, storage: null },
  paymentDays: 3,
  lateFee: 50_00,
  storage: { freeDays: 7, perDay: 25_00 },
  negotiations: { boundMs: 86_400_000, freeMs: 86_400_000 },
  timeZone: 'America/Chicago',
  holidays: [],
  legal: { name: 'Paddock Auctions LLC', taxId: 'Tax ID 12-3456789', registration: 'Auction license 4417' },
  timed: { extensionWindowMs: 120_000, extensionMs: 120_000 },
  live: { startMs: 30_000, extensionMs: 15_000 },
  referralReward: 20_00,
  contact: { email: 'company@paddock.example', phone: '+1 555 0142', address: '12 Yard Road' },
  director: { name: 'Olga Marin', office: 'Director', letter: 'An auction is fair.\n\nHold me to it.' },
  brand: { accent: null, logo: null, portrait: null },
  demo: true,
}

/** What the server answers, by path; anything else is a 404 in its format. */
export type Answers = Record<string, unknown>

/** Replaces the server: answers by path. A function is called for its answer, which may be a promise. Returns the fetch spy. */
export function playServer(answers: Answers) {
  const form = { formKey: '1.mac', name: '', email: '', lots: [], invoices: [] }
  const shared = {
    '/api/company-terms': TERMS,
    '/api/auctions': { items: [] },
    '/api/ticket-form': form,
    ...shippedAnswers((answers['/api/company-terms'] as CompanyTerms | undefined) ?? TERMS),
  }
  const all: Answers = { ...shared, ...answers }
  const fetched = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = String(input)
    const path = url.split('?')[0] ?? url
    const known = all[url] ?? all[path]
    const given: unknown = typeof known === 'function' ? await known(url, init) : known
    if (given instanceof Response) return given
    if (given === undefined) return Response.json({ message: 'Not here', code: 'not-found' }, { status: 404 })
    if (given === null) return Response.json({ message: 'Sign in first.', code: 'login-required' }, { status: 401 })
    return Response.json(given)
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

/** Opens the whole application at a URL as this person. */
export function openApp(path: string, user: User | null, answers: Answers = {}) {
  cleanup()
  const fetched = playServer({ '/api/user': user, '/api/lots': { items: [], next: null }, ...answers })
  if (user === null && !('/api/user' in answers)) localStorage.removeItem(TOKEN_KEY)
  else localStorage.setItem(TOKEN_KEY, 'a token')
  history.replaceState(null, '', path)
  return { fetched, ...render(<App client={createQueryClient()} />) }
}
