import { createHash } from 'node:crypto'

/** A demo person: where they stand on the access ladder, and how they log in. */
export type DemoPerson = {
  name: string
  /** Where the person stands and what that opens, as printed at start. */
  may: string
  email: string
  password: string
  country: string
  phone: string
  staff: 'auctioneer' | 'reviewer' | 'cashier' | 'owner' | null
  step: 'registered' | 'paid' | 'pending' | 'complete'
  suspended: boolean
  /** Minor units; null: none. */
  biddingLimit: number | null
}

const COMPLETE = { staff: null, step: 'complete', suspended: false, biddingLimit: null } as const

const BIDS = 'complete bidder: sees everything, bids, leaves maximums, pays invoices'

/** A bidder with vehicles of his own in every sale: the house refuses his bids on them. */
export const CONSIGNOR = person(
  'Hugo Brandt',
  'complete bidder and seller: every fifth lot is his own and refuses his bids',
  'AT',
  COMPLETE,
)

/** Everybody a visitor of the demo can be. The passwords are public on purpose: the demo holds no real person. */
export const CAST: DemoPerson[] = [
  person('Ada Quist', BIDS, 'NL', COMPLETE),
  person('Boris Lindt', 'complete bidder who may have 60,000 committed at once', 'DE', {
    ...COMPLETE,
    biddingLimit: 60_000_00,
  }),
  person('Chidi Okafor', BIDS, 'NG', COMPLETE),
  person('Dana Levy', BIDS, 'IL', COMPLETE),
  person('Elif Kaya', BIDS, 'TR', COMPLETE),
  CONSIGNOR,
  person('Milo Berg', 'registered: may pay the membership fee', 'SE', { ...COMPLETE, step: 'registered' }),
  person('Pia Rossi', 'fee paid: may send an identity document', 'IT', { ...COMPLETE, step: 'paid' }),
  person('Veda Rao', 'document sent: waits for Rita to decide', 'IN', { ...COMPLETE, step: 'pending' }),
  person('Sven Dahl', 'suspended: may log in, and is refused lots and bids', 'NO', { ...COMPLETE, suspended: true }),
  person('Olga Marin', 'owner: all that the staff below may do, and the staff', 'RO', { ...COMPLETE, staff: 'owner' }),
  person('Rita Gomes', 'reviewer: identity documents and people', 'PT', { ...COMPLETE, staff: 'reviewer' }),
  person('Aukje de Vries', 'auctioneer: sales and lots', 'NL', { ...COMPLETE, staff: 'auctioneer' }),
  person('Kofi Mensah', 'cashier: what people owe and pay', 'GH', { ...COMPLETE, staff: 'cashier' }),
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

/** Bidders that a program plays. Nobody needs their passwords: they follow from their addresses. */
export const SIMULATED: DemoPerson[] = SIMULATED_NAMES.map((name, index) => {
  const email = `bidder-${index + 1}@demo.paddock.example`
  const password = createHash('sha256').update(`simulated bidder ${email}`).digest('base64url')
  return { ...COMPLETE, name, may: 'bid by itself', email, password, country: 'NL', phone: '+31 20 555 0100' }
})

function person(
  name: string,
  may: string,
  country: string,
  standing: Pick<DemoPerson, 'staff' | 'step' | 'suspended' | 'biddingLimit'>,
): DemoPerson {
  const first = name.split(' ')[0]?.toLowerCase() ?? ''
  const email = `${first}@demo.paddock.example`
  return { name, may, email, password: `${first}-demo-paddock`, country, phone: '+31 20 555 0142', ...standing }
}
