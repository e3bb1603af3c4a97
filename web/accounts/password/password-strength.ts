/** From passwords that are refused anyway to ones that no one guesses. */
import { plural, t } from '#web/platform/language/text.ts'
export type Strength = 'short' | 'weak' | 'fair' | 'good' | 'strong'

const PASSWORD_LENGTH_MIN = 12

const COMMON = /password|passwort|welcome|qwerty|qwertz|azerty|letmein|iloveyou|admin|dragon|football|paddock|auction/g

/** Estimated entropy in bits, against an attacker who knows how people choose. `known`: name and email of the person. */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  if (password.length < PASSWORD_LENGTH_MIN) return 'short'
  const bits = bitsOf(withoutKnown(password.toLowerCase(), known), alphabetOf(password))
  if (bits < 40) return 'weak'
  if (bits < 55) return 'fair'
  return bits < 75 ? 'good' : 'strong'
}

const WORDS: Record<Exclude<Strength, 'short'>, string> = {
  weak: t`Weak. Add more unrelated words.`,
  fair: t`Fair. Add a few more characters.`,
  good: t`Good.`,
  strong: t`Strong.`,
}

/** The text under the field while the person types. */
export function strengthWords(password: string, known: readonly string[] = []): string {
  if (password === '') return t`At least ${PASSWORD_LENGTH_MIN} characters. Try four unrelated words.`
  const strength = passwordStrength(password, known)
  if (strength !== 'short') return WORDS[strength]
  const missing = PASSWORD_LENGTH_MIN - password.length
  return t`Too short: ${missing} more ${plural(missing, { one: 'character', other: 'characters' })}.`
}

/** A part that others know or try first counts as one character. */
function withoutKnown(password: string, known: readonly string[]): string {
  const parts = known.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2)
  return parts.reduce((rest, part) => rest.replaceAll(part, '*'), password.replace(COMMON, '*'))
}

function alphabetOf(password: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 20],
  ]
  return kinds.reduce((total, [kind, size]) => total + (kind.test(password) ? size : 0), 0)
}

/** A character that repeats, or follows the previous one in the alphabet, counts a quarter. */
function bitsOf(text: string, alphabet: number): number {
  const seen = new Set<string>()
  let bits = 0
  for (let place = 0; place < text.length; place += 1) {
    const character = text.charAt(place)
    const step = text.charCodeAt(place) - text.charCodeAt(place - 1)
    const expected = seen.has(character) || step === 1 || step === -1
    bits += Math.log2(alphabet) * (expected ? 0.25 : 1) * (seen.size < 4 && place > 6 ? 0.3 : 1)
    seen.add(character)
  }
  return bits
}
