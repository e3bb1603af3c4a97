/**
 * Every page of the client, as route patterns: a server answers these with the client's page and any other path with the
 * same page and status 404. Source: the specification, section 2.
 */
export const PAGES = [
  '/',
  '/autobid',
  '/how-it-works',
  '/support',
  '/faq',
  '/contact',
  '/message-status',
  '/bidding-guide',
  '/terms',
  '/privacy',
  '/refund',
  '/about',
  '/referral-program',
  '/meet-director',
  '/auth',
  '/register',
  '/admin-login',
  '/payment',
  '/verification',
  '/verification-complete',
  '/verification-pending',
  '/calendar',
  '/auction-calendar',
  '/my-bids',
  '/profile',
  '/invoices',
  '/invoice-demo',
  '/selling',
  '/selling/:lotId',
  '/marketing-tools',
  '/low-budget-marketing',
  '/auction/:id',
  '/auctions/:id',
  '/lot/:lotNumber',
  '/vehicle/:id',
  '/admin',
  '/admin/*',
] as const

export type Page = (typeof PAGES)[number]

/** Which of the patterns, such as `/lot/:lotNumber` and `/admin/*`, a path matches, or null. A trailing slash is ignored. */
export function pageOf<P extends string>(pages: readonly P[], path: string): P | null {
  const given = partsOf(path)
  return pages.find((page) => fits(patternOf(page), given)) ?? null
}

/** Every request for a page is matched, so the few patterns are parsed once. */
const patterns = new Map<string, string[]>()

function patternOf(page: string): string[] {
  const known = patterns.get(page) ?? partsOf(page)
  patterns.set(page, known)
  return known
}

function fits(pattern: string[], given: string[]): boolean {
  const open = pattern.at(-1) === '*'
  const known = open ? pattern.slice(0, -1) : pattern
  if (open ? given.length < known.length : given.length !== known.length) return false
  return known.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
}

function partsOf(path: string): string[] {
  return (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/')
}
