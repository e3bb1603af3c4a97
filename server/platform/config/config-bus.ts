import { hasKnownPassword, isFar } from './production-faults.ts'

/** Redis or Valkey that carries hints between processes; null: the database does. No fault repeats the address: it may hold a password. */
export function busUrlFrom(text: string | undefined, production: boolean, faults: string[]): string | null {
  if (text === undefined || text === '') return null
  if (!isRedisAddress(text)) {
    faults.push(
      'BUS_URL must be an address such as rediss://user:password@redis.example.com:6379, perhaps with /number.',
    )
    return null
  }
  const url = new URL(text)
  if (production && hasKnownPassword(url))
    faults.push('BUS_URL has a password that everybody tries first. Give Redis another one.')
  if (production && url.protocol === 'redis:' && isFar(url.hostname) && url.searchParams.get('tls') !== 'no')
    faults.push(
      'BUS_URL leads to another machine and nothing that travels is encrypted: use rediss://, or add ?tls=no on a network of your own.',
    )
  return text
}

function isRedisAddress(text: string): boolean {
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return false
  const { hostname, pathname, searchParams, hash } = new URL(text)
  const says = [...searchParams].every(([name, value]) => name === 'tls' && value === 'no')
  return hostname !== '' && /^(\/\d*)?$/.test(pathname) && says && hash === ''
}
