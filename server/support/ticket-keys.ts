import { randomInt, timingSafeEqual } from 'node:crypto'
import { FORM_MS_MIN } from '#contract/support/support-limits.ts'
import type { App } from '#server/platform/app.ts'
import type { Keys } from '#server/platform/keys.ts'
import { readSignedId, signId } from '#server/platform/signed-id.ts'

const THREAD = 'ticket-thread'
const FORM = 'ticket-form'
const EMAIL = 'ticket-email'
/** Without letters and figures that are read for one another. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const REFERENCE_LENGTH = 8
const FORM_MS_MAX = 24 * 3_600_000

/** Such as `T-4K7MX92P`: about 39 bits of chance. */
export function newReference(): string {
  return `T-${Array.from({ length: REFERENCE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}

/** The stored form of a reference as people type it. */
export function referenceOf(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return `T-${letters.startsWith('T') && letters.length > REFERENCE_LENGTH ? letters.slice(1) : letters}`
}

/** A reference anywhere in a text, such as the subject of an email. */
export function referenceIn(text: string): string | null {
  return /\bT-([2-9A-HJKMNP-TV-Z]{8})\b/i.exec(text)?.[0]?.toUpperCase() ?? null
}

/** A token that opens a ticket's thread: in links of our emails, and for a person who enters the reference and email. */
export function threadToken(keys: Keys, ticketId: string): string {
  return signId(keys, THREAD, ticketId)
}

export function ticketOfToken(keys: Keys, token: string): string | null {
  return readSignedId(keys, THREAD, token)
}

/** The page with the thread. The token is after the `#`, which browsers never send to a server. */
export function threadPath(keys: Keys, ticketId: string): string {
  return `/message-status#ticket=${threadToken(keys, ticketId)}`
}

/** When a form was opened, signed. */
export function formKey({ keys, now }: App): string {
  const at = String(now())
  return `${at}.${keys.mac(FORM, at).toString('base64url')}`
}

/** `late` also for a key that is not ours. */
export function judgeFormKey({ keys, now }: App, key: string): 'fits' | 'early' | 'late' {
  const [at = '', mac = ''] = key.split('.')
  const expected = keys.mac(FORM, at)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'late'
  const age = now() - Number(at)
  if (age > FORM_MS_MAX) return 'late'
  return age < FORM_MS_MIN ? 'early' : 'fits'
}

/**
 * Where replies to our emails go: the inbound address with the reference and proof that we wrote it, in letters that survive being put
 * into small ones. Null: inbound email is off.
 */
export function replyAddress({ keys, config }: App, reference: string): string | null {
  if (config.inboundEmail === null) return null
  const [name = '', host = ''] = config.inboundEmail.address.split('@')
  return `${name}+${reference.toLowerCase()}.${emailMac(keys, reference)}@${host}`
}

/** The reference in an address that {@link replyAddress} made, or null. */
export function referenceOfAddress({ keys }: App, address: string): string | null {
  const [, reference = '', mac = ''] = /\+(t-[0-9a-z]{8})\.([0-9a-f]{20})@/.exec(address.toLowerCase()) ?? []
  const known = reference.toUpperCase()
  const expected = emailMac(keys, known)
  return mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? known : null
}

function emailMac(keys: Keys, reference: string): string {
  return keys.mac(EMAIL, reference).toString('hex').slice(0, 20)
}
