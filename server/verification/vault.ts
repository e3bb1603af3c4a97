import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import path from 'node:path'
import { folderStorage } from '#server/platform/files.ts'
import type { House } from '#server/platform/house.ts'

/**
 * Identity documents at rest: each encrypted with a key of its own (AES-256-GCM), which is itself sealed with the house's key and
 * bound to its case. Neither the folder nor the database alone gives anything away.
 */
export type Vault = {
  put(content: Buffer, place: string): Promise<{ name: string; sealedKey: Buffer }>
  get(name: string, sealedKey: Buffer, place: string): Promise<Buffer>
  remove(name: string): Promise<void>
  /** Names of what was put here, or begun, before `at` (ms). */
  olderThan(at: number): Promise<string[]>
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `place` names the case and side, so that a file moved to another row does not open. */
export function openVault(house: House): Vault {
  const files = folderStorage(path.join(house.config.dataDir, 'documents'))
  return {
    async put(content, place) {
      const key = randomBytes(32)
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(content), cipher.final()])
      const name = await files.put(Buffer.concat([nonce, cipher.getAuthTag(), body]))
      return { name, sealedKey: house.keys.seal(key, `document:${place}`) }
    },
    async get(name, sealedKey, place) {
      const box = await files.get(name)
      const tagEnd = NONCE_BYTES + TAG_BYTES
      const decipher = createDecipheriv(
        'aes-256-gcm',
        house.keys.open(sealedKey, `document:${place}`),
        box.subarray(0, NONCE_BYTES),
      )
      decipher.setAuthTag(box.subarray(NONCE_BYTES, tagEnd))
      return Buffer.concat([decipher.update(box.subarray(tagEnd)), decipher.final()])
    },
    remove: (name) => files.remove(name),
    olderThan: (at) => files.olderThan(at),
  }
}
