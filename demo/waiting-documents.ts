import sharp from 'sharp'
import { sql } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { Refusal } from '#server/platform/problem.ts'
import { submitDocument } from '#server/verification/submit-document.ts'
import { openVault } from '#server/verification/vault.ts'
import type { DemoPerson } from './people.ts'

const WAITING_MS = 3 * 3_600_000

/** Sends a specimen for everybody whose document waits for the reviewer, some hours ago, so that there is something to look at. */
export async function sendWaitingDocuments(house: House, people: readonly DemoPerson[]): Promise<void> {
  const vault = await openVault(house)
  for (const { email, name } of people.filter(({ step }) => step === 'pending')) {
    const found = await sql<{ id: string }>`select id from account where email = ${email}`.execute(house.db)
    const id = found.rows[0]!.id
    const front = await specimen(name)
    const sent = await submitDocument(house, vault, id, { kind: 'passport', front, back: null, uploadId: null })
    if (sent instanceof Refusal) throw new Error(sent.message)
    await sql`
      update verification_case set submitted_at = submitted_at - ${WAITING_MS} * interval '1 ms'
      where account_id = ${id}`.execute(house.db)
    await sql`
      update account set id_document = jsonb_set(id_document, '{submittedAt}', to_jsonb(${sent.submittedAt - WAITING_MS}::bigint))
      where id = ${id}`.execute(house.db)
  }
}

/** A page that nobody takes for a real passport: an outline of a person, lines for the words, and what it is. */
function specimen(name: string): Promise<Buffer> {
  const lines = [0, 1, 2, 3, 4].map(
    (line) => `<rect x="470" y="${250 + line * 70}" width="${420 - line * 50}" height="18" fill="#8d9aa5"/>`,
  )
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="820">
    <rect width="1200" height="820" fill="#3b4146"/><rect x="60" y="60" width="1080" height="700" rx="28" fill="#e9e4d8"/>
    <rect x="120" y="200" width="290" height="380" fill="#c9d3da"/><circle cx="265" cy="330" r="72" fill="#7f8d98"/>
    <path d="M145 580a120 130 0 0 1 240 0z" fill="#7f8d98"/>${lines.join('')}
    <rect x="120" y="650" width="960" height="20" fill="#8d9aa5"/><rect x="120" y="695" width="960" height="20" fill="#8d9aa5"/>
    <text x="120" y="150" font-family="sans-serif" font-size="52" fill="#3b4146">SPECIMEN · ${name}</text></svg>`
  return sharp(Buffer.from(drawing)).jpeg().toBuffer()
}
