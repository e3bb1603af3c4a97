import { randomBytes } from 'node:crypto'

/** Where files lie whose rows are in the database. Names are made here and mean nothing. */
export type FileStorage = {
  /** Stores whole or not at all; answers the name. */
  put(content: Buffer): Promise<string>
  get(name: string): Promise<Buffer>
  /** A file that is gone already is no fault. */
  remove(name: string): Promise<void>
  /** Names of files that were stored, or begun, before `at` (ms). */
  olderThan(at: number): Promise<string[]>
}

/** A bucket that speaks S3. Without keys the program's own rights are used (the machine's role). */
export type S3Place = {
  bucket: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
  keys: { id: string; secret: string } | null
}

export function newFileName(): string {
  return randomBytes(16).toString('hex')
}

/** Throws for what {@link newFileName} cannot have made: a name never leads out of its place. */
export function checkFileName(name: string): string {
  if (!/^[0-9a-f]{32}(\.part)?$/.test(name)) throw new Error('not a name of a stored file')
  return name
}
