/** What a ledger can say of a talk after a close below the reserve; the engine's events of the same names. */
export const TALK_EVENTS = [
  'approved',
  'countered',
  'offered',
  'declined',
  'retracted',
  'freed',
  'agreed',
  'lapsed',
] as const
