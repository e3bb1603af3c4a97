/** The direction of money, seen from the account. */
export type Direction = 'in' | 'out'

/**
 * Banks' words for it in a direction column: English, German (Soll, Haben), Dutch (Af, Bij), French, Spanish, ISO 20022 (DBIT, CRDT) and
 * MT940 (D, C, and RD, RC for what is reversed).
 */
const WORDS: Record<Direction, readonly string[]> = {
  in: (
    'c cr crdt credit rd in deposit incoming paidin moneyin kredit ' +
    'h haben gutschrift eingang bij bijschrijving crédit abono haber ingreso +'
  ).split(' '),
  out: (
    'd dr db dbit debit rc out withdrawal outgoing paidout moneyout ' +
    'debet s soll lastschrift belastung ausgang af afschrijving débit cargo debe -'
  ).split(' '),
}

/** The direction that a word names; null: none, and no direction may be assumed. */
export function directionOf(text: string): Direction | null {
  const word = text
    .toLowerCase()
    .replaceAll(/[\s./]/g, '')
    .replaceAll(/[\u2212\u2013]/g, '-')
  if (WORDS.in.includes(word)) return 'in'
  return WORDS.out.includes(word) ? 'out' : null
}

/** Money in or out as stated by a row, in minor units above zero. */
export type Moved = { direction: Direction; amount: number }

/**
 * The movement of a row: `amount` in signed minor units, `out` from a separate money-out column (null: there is none), and `said`, the
 * direction word. Money counts as in only if nothing says that it went out. Null: no money. A string: what is wrong.
 */
export function movedBy(amount: number, out: number | null, said: Direction | null): Moved | string | null {
  if (out !== null && out !== 0) {
    if (amount !== 0) return 'This row has money in and money out.'
    return { direction: 'out', amount: Math.abs(out) }
  }
  if (amount === 0) return null
  return { direction: amount < 0 || said === 'out' ? 'out' : 'in', amount: Math.abs(amount) }
}
