import { createHash } from 'node:crypto'

/** A demo person: their access level, and how they sign in. */
export type DemoPerson = {
  name: string
  /** The person's status and what it allows, as printed at startup. */
  may: string
  email: string
  password: string
  staff: 'auctioneer' | 'reviewer' | 'cashier' | 'owner' | null
  step: 'registered' | 'paid' | 'pending' | 'complete'
  suspended: boolean
  /** Minor units; null: none. */
  biddingLimit: number | null
}

const COMPLETE = { staff: null, step: 'complete', suspended: false, biddingLimit: null } as const

const BIDS = 'verified member: sees everything, bids, sets maximums, pays invoices'

/** A bidder with vehicles in every auction: the rules refuse their bids on them. */
export const CONSIGNOR = person(
  'Hugo Brandt',
  'verified member and seller: every fifth lot is theirs and refuses their bids',
  COMPLETE,
)

/** Every person a visitor of the demo can sign in as. The passwords are public on purpose: the demo holds no real person. */
export const CAST: DemoPerson[] = [
  person('Ada Quist', BIDS, COMPLETE),
  person('Boris Lindt', 'verified member with a bidding limit of $60,000', {
    ...COMPLETE,
    biddingLimit: 60_000_00,
  }),
  person('Chidi Okafor', BIDS, COMPLETE),
  person('Dana Levy', BIDS, COMPLETE),
  person('Elif Kaya', BIDS, COMPLETE),
  CONSIGNOR,
  person('Milo Berg', 'registered: may pay the membership fee', { ...COMPLETE, step: 'registered' }),
  person('Pia Rossi', 'fee paid: may send an identity document', { ...COMPLETE, step: 'paid' }),
  person('Veda Rao', 'document sent: waiting for Rita’s decision', { ...COMPLETE, step: 'pending' }),
  person('Sven Dahl', 'suspended: may sign in, but can’t see lots or bid', { ...COMPLETE, suspended: true }),
  person('Olga Marin', 'owner: everything the staff below may do, and managing staff', {
    ...COMPLETE,
    staff: 'owner',
  }),
  person('Rita Gomes', 'reviewer: identity documents and people', { ...COMPLETE, staff: 'reviewer' }),
  person('Aukje de Vries', 'auctioneer: auctions and lots', { ...COMPLETE, staff: 'auctioneer' }),
  person('Kofi Mensah', 'cashier: what people owe and pay', { ...COMPLETE, staff: 'cashier' }),
]

const SIMULATED_NAMES = [
  'Jonas Weber',
  'Lucia Ferrer',
  'Marek Novak',
  'Nadia Haddad',
  'Oskar Lund',
  'Priya Nair',
  'Quentin Roy',
  'Rosa Almeida',
  'Stefan Ilic',
  'Tomas Kral',
  'Uma Desai',
  'Wanda Zielinska',
]

/** Simulated bidders. Their passwords are derived from their email addresses. */
export const SIMULATED: DemoPerson[] = SIMULATED_NAMES.map((name, index) => {
  const email = `bidder-${index + 1}@demo.paddock.example`
  const password = createHash('sha256').update(`simulated bidder ${email}`).digest('base64url')
  return { ...COMPLETE, name, may: 'bid by itself', email, password }
})

function person(
  name: string,
  may: string,
  standing: Pick<DemoPerson, 'staff' | 'step' | 'suspended' | 'biddingLimit'>,
): DemoPerson {
  const first = name.split(' ')[0]?.toLowerCase() ?? ''
  const email = `${first}@demo.paddock.example`
  return { name, may, email, password: `${first}-demo-paddock`, ...standing }
}
