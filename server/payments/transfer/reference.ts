import { randomInt } from 'node:crypto'

/** The number of digits after the check digits: enough that two random references never collide in practice. */
const LENGTH = 12

/**
 * A creditor reference as in ISO 11649: `RF`, two check digits, and our part. Banks check it as it is typed. Our part is digits only: then
 * one wrong digit, or two swapped neighbors, always fails the check; with letters it would not always.
 */
export function newReference(): string {
  const own = Array.from({ length: LENGTH }, () => randomInt(10)).join('')
  const check = 98 - remainder(`${own}RF00`)
  return `RF${String(check).padStart(2, '0')}${own}`
}

export function isReference(text: string): boolean {
  return new RegExp(`^RF\\d{${LENGTH + 2}}$`).test(text) && remainder(text.slice(4) + text.slice(0, 4)) === 1
}

/** In groups of four, as people read and type it. */
export function spaced(reference: string): string {
  return reference.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/**
 * The references in what a payer wrote, however it is spaced, hyphenated or broken into lines. `slips`: what looks like one and has
 * wrong check digits.
 */
export function referencesIn(text: string): { found: string[]; slips: string[] } {
  const plain = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  const length = 4 + LENGTH
  const found: string[] = []
  const slips: string[] = []
  for (let at = plain.indexOf('RF'); at >= 0; at = plain.indexOf('RF', at + 1)) {
    const candidate = plain.slice(at, at + length)
    if (isReference(candidate)) found.push(candidate)
    else if (/^RF\d+$/.test(candidate) && candidate.length === length) slips.push(candidate)
  }
  return { found: [...new Set(found)], slips }
}

/**
 * What in a payer's text may be the number of an invoice: a year and at least six digits, such as `2026-000007`, whatever separators the
 * payer uses and whatever comes before it.
 */
export function numbersIn(text: string): string[] {
  const found = [...text.matchAll(/(?<!\d)(\d{4})[\s\u2013./_-]{0,3}(\d{6,9})(?!\d)/g)]
  return [...new Set(found.map(([, year, count]) => `${year}-${count}`))]
}

/**
 * The references and numbers that a row names, in its text and beside it. In another column, which may hold numbers of the bank's own, an
 * invoice's number counts only as it is printed, with its hyphen.
 */
export function namedIn({ text, beside }: { text: string; beside: readonly string[] }): {
  references: string[]
  numbers: string[]
} {
  const references = [text, ...beside].flatMap((cell) => referencesIn(cell).found)
  const printed = beside.flatMap((cell) => [...cell.matchAll(/(?<!\d)\d{4}-\d{6,9}(?!\d)/g)].map(([number]) => number))
  return { references: [...new Set(references)], numbers: [...new Set([...numbersIn(text), ...printed])] }
}

/** Modulo 97 of the text with A as 10 … Z as 35 (ISO 7064), digit by digit: the number itself is too long for arithmetic. */
function remainder(text: string): number {
  let rest = 0
  for (const sign of text) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97
  }
  return rest
}
