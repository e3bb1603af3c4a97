/** What a letter counts in the check sum; digits count themselves. I, O and Q never stand in a VIN. */
const LETTER_VALUES: Record<string, number> = Object.fromEntries(
  ['ABCDEFGH', 'JKLMN', 'P', 'R', 'STUVWXYZ'].flatMap((run, part) => {
    const first = [1, 1, 7, 9, 2][part] ?? 0
    return [...run].map((letter, index) => [letter, first + index])
  }),
)
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const CHECK_POSITION = 8

/** From this model year on a VIN has 17 characters. Before, makers numbered as they liked. */
export const VIN_YEAR_MIN = 1981

/** 17 of the characters a VIN may have. Says nothing of the check digit, which not every market uses. */
export function isVin(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)
}

/** The check digit (0 to 9 or X) that a VIN should have in its ninth place. Source: 49 CFR 565.15, ISO 3779. */
export function vinCheckDigit(vin: string): string {
  const sum = [...vin].reduce((total, character, place) => {
    const value = LETTER_VALUES[character] ?? Number(character)
    return total + value * (WEIGHTS[place] ?? 0)
  }, 0)
  const rest = sum % 11
  return rest === 10 ? 'X' : String(rest)
}

export function hasValidCheckDigit(vin: string): boolean {
  return isVin(vin) && vin[CHECK_POSITION] === vinCheckDigit(vin)
}

/** The VIN with the right digit in its ninth place. */
export function withCheckDigit(vin: string): string {
  return vin.slice(0, CHECK_POSITION) + vinCheckDigit(vin) + vin.slice(CHECK_POSITION + 1)
}
