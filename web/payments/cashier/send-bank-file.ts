import { type BankImport, sendBankImportPart, startBankImport } from '#contract/payments/transfers.ts'
import { UnfitFile } from '#web/ui/files/send-file.tsx'
import { call } from '#web/platform/request.ts'

const PART_LENGTH = 16_000
/** In base64 that is 400 parts, the most that the server accepts. */
const BYTES_MAX = 4_800_000
/** The most arguments of one call. */
const CHUNK = 16_384
/** Parts are small: one that takes longer (ms) has stalled. Sent parts are kept. */
const PART_MS_MAX = 30_000

/**
 * Uploads a bank's file in parts and reports progress from 0 to 1. A part that was sent before, perhaps by a page since closed, is not
 * sent again. Files in Latin-1, as many banks write them, are decoded as such; a workbook is sent as base64.
 */
export async function sendBankFile(file: File, onProgress: (share: number) => void): Promise<BankImport> {
  if (file.size === 0) throw new UnfitFile('This file is empty.')
  if (file.size > BYTES_MAX) throw new UnfitFile('This file is larger than 5 MB. Ask the bank for a shorter period.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = isArchive(bytes) ? base64Of(bytes) : textOf(bytes)
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

/** By its first bytes: a zip archive is a workbook, anything else is text. */
function isArchive([first, second]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}

/** As UTF-8 if it is valid, else as Windows-1252. Lone surrogates are replaced, so that text and hash agree everywhere. */
function textOf(bytes: Uint8Array<ArrayBuffer>): string {
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
