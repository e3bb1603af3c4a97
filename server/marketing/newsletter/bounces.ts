import { timingSafeEqual } from 'node:crypto'
import type { App } from '#server/platform/app.ts'
import type { Keys } from '#server/platform/keys.ts'
import { noteRecipient, readerOf, suppress } from './store.ts'

const BOUNCE = 'newsletter-bounce'
/** A UUID as a number in base 36: an address may have 64 characters before its @. */
const ID_LENGTH = 25

/**
 * Where a mail server returns a newsletter that it cannot deliver: the inbound address with the recipient and proof that we sent it. Null:
 * inbound email is off.
 */
export function returnAddress({ keys, config }: App, recipientId: string): string | null {
  if (config.inboundEmail === null) return null
  const [name = '', host = ''] = config.inboundEmail.address.split('@')
  const id = BigInt(`0x${recipientId.replaceAll('-', '')}`)
    .toString(36)
    .padStart(ID_LENGTH, '0')
  return `${name}+b-${id}.${macOf(keys, recipientId)}@${host}`
}

/** The recipient of whose newsletter an email is the returned copy, by one of the email's own recipients; null: of none. */
export function recipientOf({ keys }: App, addresses: readonly string[]): string | null {
  for (const address of addresses) {
    const [, text = '', mac = ''] = /\+b-([0-9a-z]{25})\.([0-9a-f]{16})@/.exec(address.toLowerCase()) ?? []
    if (text === '') continue
    const number = [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
    const id = number
      .toString(16)
      .padStart(32, '0')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const expected = macOf(keys, id)
    if (timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return id
  }
  return null
}

/**
 * The status of a delivery report (RFC 3464) that says an address takes no email at all. Null for anything else: a full mailbox (5.2.2) and
 * a blocked sender (5.7) say nothing about the address, and a delay may still end well.
 */
function hardBounceIn(raw: Buffer): string | null {
  const text = raw.toString('latin1')
  if (!/^Action:\s*failed/im.test(text)) return null
  const [, status = ''] = /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im.exec(text) ?? []
  return status === '' || status === '5.2.2' || status.startsWith('5.7.') ? null : status
}

/**
 * Takes an email that a mail server returned to us. False: it is not the copy of a newsletter. Newsletters no longer go to an address that
 * takes none; other bounces change nothing.
 */
export async function takeBounce(app: App, addresses: readonly string[], raw: Buffer): Promise<boolean> {
  const recipientId = recipientOf(app, addresses)
  if (recipientId === null) return false
  const status = hardBounceIn(raw)
  if (status !== null) await noteRefused(app, recipientId, `Bounced with status ${status}.`)
  return true
}

/** A mail server refuses the address for good. */
export async function noteRefused(app: App, recipientId: string, reason: string): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const reader = await readerOf(trx, recipientId)
    if (reader === null) return
    await suppress(trx, reader.email, reason)
    await noteRecipient(trx, recipientId, 'bounced', reason)
  })
}

function macOf(keys: Keys, recipientId: string): string {
  return keys.mac(BOUNCE, recipientId).toString('hex').slice(0, 16)
}
