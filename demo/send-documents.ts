import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { Refusal } from '#server/platform/problem.ts'
import { ROOT } from '#server/platform/root.ts'
import { submitDocument } from '#server/verification/submit-document.ts'
import { openVault } from '#server/verification/vault.ts'
import { CAST } from './people.ts'

const PICTURES = path.join(ROOT, 'demo/documents')

/**
 * Sends the documents of those who wait for the reviewer, by the way that everybody's takes: drawn anew, encrypted, in the queue. The
 * pictures were drawn for this and say so. Only for those who never sent one: a reviewer's decision stands.
 */
export async function sendDocuments(house: House): Promise<void> {
  const waiting = CAST.filter(({ step }) => step === 'pending').map(({ email }) => email)
  const found = await sql<{ id: string }>`
    select id from account where email = any(${waiting}::text[]) and id_document is null
    and not exists (select 1 from verification_case where account_id = account.id)`.execute(house.db)
  for (const { id } of found.rows) {
    const [front, back] = await Promise.all(
      ['front', 'back'].map((side) => readFile(path.join(PICTURES, `driving-licence-${side}.jpg`))),
    )
    if (front === undefined || back === undefined) throw new Error('a document has two sides')
    const vault = await openVault(house)
    const sent = await submitDocument(house, vault, id, { kind: 'driving-licence', front, back, uploadId: null })
    if (sent instanceof Refusal) throw new Error(`the demo's document was refused: ${sent.message}`)
  }
}
