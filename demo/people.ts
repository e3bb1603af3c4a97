import { createHash } from 'node:crypto'

/** A demo person: where they stand on the access ladder, and how they log in. */
export type DemoPerson = {
  name: string
  /** What the person is there to show, as printed at start. */
  role: string
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

/** Everybody a visitor of the demo can be. The passwords are public on purpose: the demo holds no real person. */
export const CAST: DemoPerson[] = [
  person('Ada Quist', 'complete bidder', 'NL', COMPLETE),
  person('Boris Lindt', 'complete bidder with a bidding limit', 'DE', { ...COMPLETE, biddingLimit: 60_000_00 }),
  person('Chidi Okafor', 'complete bidder', 'NG', COMPLETE),
  person('Dana Levy', 'complete bidder', 'IL', COMPLETE),
  person('Elif Kaya', 'complete bidder', 'TR', COMPLETE),
  person('Milo Berg', 'member, fee not paid', 'SE', { ...COMPLETE, step: 'registered' }),
  person('Pia Rossi', 'fee paid, no document yet', 'IT', { ...COMPLETE, step: 'paid' }),
  person('Veda Rao', 'document sent, waiting for the reviewer', 'IN', { ...COMPLETE, step: 'pending' }),
  person('Sven Dahl', 'suspended bidder', 'NO', { ...COMPLETE, suspended: true }),
  person('Olga Marin', 'staff: owner', 'RO', { ...COMPLETE, staff: 'owner' }),
  person('Rita Gomes', 'staff: reviewer', 'PT', { ...COMPLETE, staff: 'reviewer' }),
  person('Aukje de Vries', 'staff: auctioneer', 'NL', { ...COMPLETE, staff: 'auctioneer' }),
  person('Kofi Mensah', 'staff: cashier', 'GH', { ...COMPLETE, staff: 'cashier' }),
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
  return { ...COMPLETE, name, role: 'simulated bidder', email, password, country: 'NL', phone: '+31 20 555 0100' }
})

function person(
  name: string,
  role: string,
  country: string,
  standing: Pick<DemoPerson, 'staff' | 'step' | 'suspended' | 'biddingLimit'>,
): DemoPerson {
  const first = name.split(' ')[0]?.toLowerCase() ?? ''
  const email = `${first}@demo.paddock.example`
  return { name, role, email, password: `${first}-demo-paddock`, country, phone: '+31 20 555 0142', ...standing }
}
