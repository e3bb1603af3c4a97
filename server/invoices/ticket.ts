import { timingSafeEqual } from 'node:crypto'
import type { House } from '#server/platform/house.ts'

export type PaperName = { kind: 'invoice' | 'credit-note' | 'sample'; id: string }

const LIFE_MS = 5 * 60_000
const PURPOSE = 'paper-link'
const KINDS = ['invoice', 'credit-note', 'sample'] as const

/** A link that opens one paper without headers, for five minutes. It names the paper and its end, and is signed. */
export function ticketFor(house: House, { kind, id }: PaperName): { url: string; expiresAt: number } {
  const expiresAt = house.now() + LIFE_MS
  const words = `${kind}.${id}.${expiresAt}`
  return { url: `/api/papers/${words}.${signature(house, words)}`, expiresAt }
}

/** The paper that a ticket opens now; null: it is forged, changed or over. */
export function openTicket(house: House, ticket: string): PaperName | null {
  const [kindWord = '', id = '', end = '', given = '', ...more] = ticket.split('.')
  const kind = KINDS.find((one) => one === kindWord)
  const [known, found] = [signature(house, `${kindWord}.${id}.${end}`), given].map((text) => Buffer.from(text))
  const isOurs = more.length === 0 && known!.length === found!.length && timingSafeEqual(known!, found!)
  return isOurs && kind !== undefined && Number(end) > house.now() ? { kind, id } : null
}

function signature(house: House, words: string): string {
  return house.keys.mac(PURPOSE, words).toString('base64url')
}
