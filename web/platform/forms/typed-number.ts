import { inEnglish } from '../money.ts'

/**
 * A number typed in the language of the page, times `unit`: in English `4250`, `4,250.00` and `4 250` alike. NaN if the text is not a
 * number, is negative, has more decimals than the unit, or has a comma where no thousands end, as in `12,50`.
 */
export function typedNumber(text: string, unit: number): number {
  const plain = inEnglish(text).replaceAll(/\s/g, '')
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(plain)) return NaN
  const scaled = Number(plain.replaceAll(',', '')) * unit
  const whole = Math.round(scaled)
  return Math.abs(scaled - whole) < 1e-6 && Number.isSafeInteger(whole) ? whole : NaN
}
