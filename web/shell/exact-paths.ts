/**
 * Reads a route pattern for the router, such as `/lot/:lotNumber` or `/admin/*`. Paths are case-sensitive, as on the server: the router's
 * own parser takes `/FAQ` for `/faq`. A slash at the end changes nothing. `loose`: what follows the pattern does not matter.
 */
export function parseExactly(route: string, loose = false): { pattern: RegExp; keys: string[] } {
  const keys: string[] = []
  const parts = route.split('/').filter((part) => part !== '')
  const source = parts.map((part) => {
    if (part === '*') {
      keys.push('*')
      return '(?:/(.*))?'
    }
    if (part.startsWith(':')) {
      keys.push(part.slice(1))
      return '/([^/]+)'
    }
    return `/${part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  return { pattern: new RegExp(`^${source.join('')}${loose ? '(?=$|/)' : '/?$'}`), keys }
}
