import type { S3Place } from '../files/file-storage.ts'

type Env = Record<string, string | undefined>

/** Where files are kept: null, the data folder, unless `S3_BUCKET` names a bucket. */
export function s3From(env: Env, production: boolean, faults: string[]): S3Place | null {
  const bucket = env['S3_BUCKET'] ?? ''
  const endpoint = env['S3_ENDPOINT'] ?? ''
  const id = env['S3_ACCESS_KEY_ID'] ?? ''
  const secret = env['S3_SECRET_ACCESS_KEY'] ?? ''
  if (bucket === '') {
    if (endpoint !== '' || id !== '') faults.push('S3_BUCKET is missing: which bucket are the documents kept in?')
    return null
  }
  if ((id === '') !== (secret === '')) faults.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.')
  if (endpoint !== '') checkEndpoint(endpoint, production, faults)
  return {
    bucket,
    region: env['S3_REGION'] ?? 'us-east-1',
    endpoint: endpoint === '' ? null : endpoint,
    keys: id === '' || secret === '' ? null : { id, secret },
  }
}

function checkEndpoint(endpoint: string, production: boolean, faults: string[]): void {
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint)) {
    faults.push(`S3_ENDPOINT is not an address: "${endpoint}".`)
    return
  }
  const { protocol, hostname } = new URL(endpoint)
  const local = hostname === 'localhost' || hostname === '127.0.0.1'
  if (production && protocol !== 'https:' && !local) faults.push('S3_ENDPOINT must begin with https:// in production.')
}

/** Keys that open what was sealed with them and seal nothing: 32 bytes each in base64, separated by commas. */
export function otherKeysFrom(text: string | undefined, faults: string[]): Buffer[] {
  const keys = (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => Buffer.from(part, 'base64'))
  if (keys.some((key) => key.length !== 32))
    faults.push('PADDOCK_OTHER_KEYS must be keys of 32 bytes in base64, separated by commas.')
  return keys.filter((key) => key.length === 32)
}
