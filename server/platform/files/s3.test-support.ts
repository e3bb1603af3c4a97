import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import type { S3Place } from './file-storage.ts'

type Options = {
  port: number
  address: string
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}
type S3rver = { run(): Promise<{ port: number }>; close(): Promise<void> }

const Rver = createRequire(import.meta.url)('s3rver') as new (options: Options) => S3rver

export type Bucket = { place: S3Place; folder: string; close(): Promise<void> }

/** An S3-compatible store on a free port, with one empty bucket. `folder`: its files on disk. */
export async function openBucket(): Promise<Bucket> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-s3-'))
  const configureBuckets = [{ name: 'paddock' }]
  const server = new Rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets })
  const { port } = await server.run()
  return {
    folder,
    place: {
      bucket: 'paddock',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      keys: { id: 'S3RVER', secret: 'S3RVER' },
    },
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
