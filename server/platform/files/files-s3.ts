import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { checkFileName, newFileName, type FileStorage, type S3Place } from './file-storage.ts'

/** Tries per request; a store that does not answer must not hold a person's request for long. */
const TRIES_MAX = 3
const CONNECT_MS = 2000
const ANSWER_MS = 8000

/** Files in a bucket, each under `<shelf>/<name>`. S3 guarantees that an object appears whole or not at all. */
export function s3Storage(place: S3Place, shelf: string): FileStorage {
  const client = new S3Client(clientConfig(place))
  const at = (name: string) => ({ Bucket: place.bucket, Key: `${shelf}/${checkFileName(name)}` })
  return {
    async put(content) {
      const name = newFileName()
      const type = { ContentType: 'application/octet-stream', CacheControl: 'no-store' }
      await client.send(new PutObjectCommand({ ...at(name), Body: content, ...type }))
      return name
    },
    async get(name) {
      const { Body: body } = await client.send(new GetObjectCommand(at(name)))
      if (body === undefined) throw new Error('the bucket sent a file without its content')
      return Buffer.from(await body.transformToByteArray())
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
    async olderThan(moment) {
      const names: string[] = []
      const pages = paginateListObjectsV2({ client }, { Bucket: place.bucket, Prefix: `${shelf}/` })
      for await (const { Contents: found = [] } of pages) {
        for (const { Key: key = '', LastModified: storedAt } of found) {
          if ((storedAt?.getTime() ?? moment) < moment) names.push(key.slice(shelf.length + 1))
        }
      }
      return names
    },
  }
}

function clientConfig({ endpoint, region, keys }: S3Place): S3ClientConfig {
  return {
    region,
    maxAttempts: TRIES_MAX,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    // Other stores may not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    ...(keys === null ? {} : { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
  }
}
