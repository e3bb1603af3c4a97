import { type BankImport, sendBankImportPart, startBankImport } from '#contract/transfers.ts'
import { call } from '#web/platform/request.ts'

const PART_LENGTH = 16_000
const BYTES_MAX = 5_000_000
/** A part is small: one that takes longer has stalled. What was sent is kept. */
const PART_MS_MAX = 30_000

/** The file cannot be sent; `message` is for the cashier. */
export class UnfitFile extends Error {}

/**
 * Sends a bank's file in parts and says how far it is, from 0 to 1. A part that was sent before, perhaps by a page that was closed, is
 * not sent again. Files in Latin-1, as many banks write them, are read as such.
 */
export async function sendBankFile(file: File, onProgress: (share: number) => void): Promise<BankImport> {
  if (file.size === 0) throw new UnfitFile('This file is empty.')
  if (file.size > BYTES_MAX) throw new UnfitFile('This file is larger than 5 MB. Ask the bank for a shorter period.')
  const text = textOf(await file.arrayBuffer())
  const parts = Array.from({ length: Math.ceil(text.length / PART_LENGTH) }, (_, number) =>
    text.slice(number * PART_LENGTH, (number + 1) * PART_LENGTH),
  )
  const hash = await sha256(text)
  let state = await call(startBankImport, { body: { fileName: file.name, hash, partCount: parts.length } })
  for (const number of state.missing) {
    const part = { params: { importId: state.id, number }, body: { text: parts[number] ?? '' } }
    state = await call(sendBankImportPart, part, AbortSignal.timeout(PART_MS_MAX))
    onProgress(1 - state.missing.length / state.partCount)
  }
  return state
}

/** As UTF-8 where it is that, else as Windows-1252. Lone halves of signs are replaced, so that text and hash agree everywhere. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
