import type { App } from '#server/platform/app.ts'
import { openSealedFiles, type SealedFiles } from '#server/platform/sealed-files.ts'

/** Encrypted storage of identity documents; the key of each picture is bound to its case. */
export type Vault = Pick<SealedFiles, 'remove' | 'olderThan'> & {
  put(content: Buffer, place: Place): ReturnType<SealedFiles['put']>
  get(name: string, sealedKey: Buffer, place: Place): Promise<Buffer>
}

export type Place = { caseId: string; side: string; page: number }

/** The context that an image's key is sealed to: moved to another row, it does not open. */
export function keyContext({ caseId, side, page }: Place): string {
  return `document:${caseId}:${side}:${page}`
}

export async function openVault(app: App): Promise<Vault> {
  const { put, get, remove, olderThan } = await openSealedFiles(app, 'documents')
  return {
    put: (content, place) => put(content, keyContext(place)),
    get: (name, sealedKey, place) => get(name, sealedKey, keyContext(place)),
    remove,
    olderThan,
  }
}
