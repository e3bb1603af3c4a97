/** The ledger events of a negotiation after a close below the reserve; the engine's events of the same names. */
export const NEGOTIATION_EVENTS = [
  'approved',
  'countered',
  'offered',
  'declined',
  'retracted',
  'freed',
  'agreed',
  'lapsed',
] as const
