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

/** Which of the patterns, such as `/lot/:lotNumber` and `/admin/*`, a path fits; null for none. */
export function pageMatcher<P extends string>(pages: readonly P[]): (path: string) => P | null {
  const patterns = pages.map((page): [P, RegExp] => {
    const source = page
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replace('/*', '(/.*)?')
    return [page, new RegExp(`^${source}/?$`)]
  })
  return (pathname) => patterns.find(([, pattern]) => pattern.test(pathname))?.[0] ?? null
}
