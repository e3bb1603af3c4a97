import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** What the house encrypts and signs with; everything is derived from one master key. */
export type Keys = {
  /** AES-256-GCM. `context` binds the box to its place: it opens only with the same one. */
  seal(plaintext: Buffer, context: string): Buffer
  /** Throws when the box was changed, moved or made with another key. */
  open(box: Buffer, context: string): Buffer
  /** HMAC-SHA256 under a key of this purpose. */
  mac(purpose: string, data: string | Buffer): Buffer
}

/** `master`: 32 bytes from the configuration. */
export function makeKeys(master: Buffer): Keys {
  if (master.length !== 32) throw new Error('the master key must have 32 bytes')
  const derived = new Map<string, Buffer>()
  const keyFor = (purpose: string): Buffer => {
    const known = derived.get(purpose)
    if (known !== undefined) return known
    const key = Buffer.from(hkdfSync('sha256', master, '', `paddock:${purpose}`, 32))
    derived.set(purpose, key)
    return key
  }
  return {
    seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal'), nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(box, context) {
      if (box[0] !== VERSION) throw new Error('a sealed box of an unknown version')
      const nonce = box.subarray(1, 1 + NONCE_BYTES)
      const tagEnd = 1 + NONCE_BYTES + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', keyFor('seal'), nonce)
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(box.subarray(1 + NONCE_BYTES, tagEnd))
      return Buffer.concat([decipher.update(box.subarray(tagEnd)), decipher.final()])
    },
    mac: (purpose, data) =>
      createHmac('sha256', keyFor(`mac:${purpose}`))
        .update(data)
        .digest(),
  }
}
