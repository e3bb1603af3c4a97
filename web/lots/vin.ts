const VALUES: Record<string, number> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** What the check digit says of a vehicle identification number. Source: 49 CFR 565.15; only North America makes it obligatory. */
export function checkDigit(vin: string): 'right' | 'wrong' | 'not-a-full-number' {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) return 'not-a-full-number'
  let sum = 0
  for (const [index, character] of [...vin].entries()) {
    sum += (VALUES[character] ?? Number(character)) * (WEIGHTS[index] ?? 0)
  }
  const rest = sum % 11
  return vin[8] === (rest === 10 ? 'X' : String(rest)) ? 'right' : 'wrong'
}
