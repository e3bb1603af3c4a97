import type { Say } from '../platform/template.ts'

/** Reasons that the system writes into the audit log itself. They are stored in English, and read back out of it. */
export const SYSTEM_REASONS = [
  'Limit of new members',
  'Strikes of a merged account',
  'Strike {count}: sales weren’t paid',
  'Strike lifted: {reason}',
  'The seller accepted on their page',
  'The seller kept the vehicle, on their page',
  'Floor bid for paddle {paddle}, entry {entry} of the ledger',
  'Phone bid for paddle {paddle}, entry {entry} of the ledger',
  'Absentee bid for paddle {paddle}, entry {entry} of the ledger',
] as const

/** A person, as the line of a merge names the account that stays. */
const PERSON = '{name} (paddle {paddle})'

/** A reason in the reader’s language if the system wrote it; what people wrote stays. */
export function reasonWords(reason: string, say: Say): string {
  if (/^[a-z]+(-[a-z]+)+$/.test(reason)) return say(reason.replaceAll('-', ' '), {})
  return SYSTEM_REASONS.map((template) => readBack(template, reason, say)).find((said) => said !== null) ?? reason
}

export function personWords(person: string, say: Say): string {
  return readBack(PERSON, person, say) ?? person
}

/** `template`: without signs that mean something in a regular expression, except parentheses. */
function readBack(template: string, english: string, say: Say): string | null {
  const source = template.replaceAll(/[()]/g, String.raw`\$&`).replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')
  const found = new RegExp(`^${source}$`, 'u').exec(english)
  return found === null ? null : say(template, found.groups ?? {})
}
