import { randomBytes } from 'node:crypto'

/** Storage for files whose rows are in the database. Names are generated here and carry no meaning. */
export type FileStorage = {
  /** Stores the whole file or nothing; returns the name. */
  put(content: Buffer): Promise<string>
  get(name: string): Promise<Buffer>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  /** Names of files that were stored, or begun, before `at` (ms). */
  olderThan(at: number): Promise<string[]>
}

/** An S3-compatible bucket. Without keys, the machine's role is used. */
export type S3Place = {
  bucket: string
  region: string
  /** Null: Amazon S3. */
  endpoint: string | null
  keys: { id: string; secret: string } | null
}

export function newFileName(): string {
  return randomBytes(16).toString('hex')
}

/** Throws for a name that {@link newFileName} cannot have made, so that a name never points outside its folder. */
export function checkFileName(name: string): string {
  if (!/^[0-9a-f]{32}(\.part)?$/.test(name)) throw new Error('not the name of a stored file')
  return name
}
