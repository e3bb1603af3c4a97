import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type Page, pageOf } from '#contract/platform/pages.ts'
import { loadStaffTexts } from './platform/language/staff-texts.ts'
import { lazyPart } from './platform/lazy-part.tsx'
import { askUser } from './platform/session.tsx'
import { readToken } from './platform/token.ts'
import type { Guard } from './shell/guard.ts'

/** A screen is a default export without props; it reads its parameters with wouter's `useParams`. */
type Load = () => Promise<{ default: ComponentType }>
export type Route = {
  guard: Guard
  /** Whether nothing can be shown until the person is known: true behind every guard, and in the administration. */
  needsPerson: boolean
  screen: ComponentType
  load: Load
  /** The member screen's first request; the last part of its own URL is appended. */
  asks: string | null
}

const home = open(() => import('./pages/home-screen.tsx').then(whole))
const lot = guarded('sees-prices', () => import('./pages/lot-screen.tsx').then(whole), '/api/lots/by-number/')
const auction = guarded('sees-prices', () => import('./pages/auction-screen.tsx'), '/api/auctions/')
const calendar = guarded('sees-prices', () => import('./calendar/calendar-screen.tsx'))
const admin = forStaff(() => import('./shell/admin/admin-screen.tsx'))

/** Every page with its guard and its screen, fetched when first shown. Source: the specification, section 2. */
export const ROUTES: Record<Page, Route> = {
  '/': home,
  '/autobid': open(() => import('./bidding/auto-bid/autobid-screen.tsx')),
  '/how-it-works': open(() => import('./pages/how-it-works-screen.tsx')),
  '/support': open(() => import('./support/support-screen.tsx')),
  '/faq': open(() => import('./support/faq-screen.tsx')),
  '/contact': open(() => import('./support/contact-screen.tsx')),
  '/message-status': open(() => import('./support/message-status-screen.tsx')),
  '/bidding-guide': open(() => import('./pages/bidding-guide-screen.tsx')),
  '/terms': open(() => import('./pages/terms-screen.tsx')),
  '/privacy': open(() => import('./pages/privacy-screen.tsx')),
  '/refund': open(() => import('./pages/refund-screen.tsx')),
  '/about': open(() => import('./pages/about-screen.tsx')),
  '/referral-program': open(() => import('./marketing/referral-screen.tsx')),
  '/meet-director': open(() => import('./pages/meet-director-screen.tsx')),
  '/auth': open(() => import('./accounts/log-in/auth-screen.tsx')),
  '/register': open(() => import('./accounts/log-in/register-screen.tsx')),
  '/admin-login': open(() => import('./accounts/log-in/admin-login-screen.tsx')),

  '/payment': guarded('login', () => import('./membership/payment-screen.tsx')),
  '/verification': guarded('paid', () => import('./verification/verification-screen.tsx')),
  '/verification-complete': guarded('paid', () => import('./verification/verification-complete-screen.tsx')),
  '/verification-pending': guarded('checked', () => import('./pages/verification-pending-screen.tsx')),

  '/calendar': calendar,
  '/auction-calendar': calendar,
  '/my-bids': guarded('complete', () => import('./pages/my-bids-screen.tsx')),
  '/profile': guarded('complete', () => import('./pages/profile-screen.tsx')),
  '/invoices': guarded('complete', () => import('./invoices/invoices-screen.tsx')),
  '/invoice-demo': guarded('complete', () => import('./invoices/invoice-demo-screen.tsx')),
  '/selling': open(() => import('./selling/selling-screen.tsx')),
  '/selling/:lotId': open(() => import('./selling/selling-lot-screen.tsx')),
  '/marketing-tools': guarded('complete', () => import('./marketing/marketing-tools-screen.tsx')),
  '/low-budget-marketing': guarded('complete', () => import('./marketing/low-budget-marketing-screen.tsx')),
  '/auction/:id': auction,
  '/auctions/:id': auction,
  '/lot/:lotNumber': lot,
  '/vehicle/:id': guarded('sees-prices', () => import('./pages/vehicle-screen.tsx')),

  '/admin': admin,
  '/admin/*': admin,
}

/** A screen with the part that the current URL, or the reader, needs of it. */
function whole(file: { whole: Load }): ReturnType<Load> {
  return file.whole()
}

function open(load: Load): Route {
  return guarded('none', load)
}

/** Their texts come with the screen, in the language of the page. */
function forStaff(load: Load): Route {
  return { ...open(() => loadStaffTexts().then(load)), needsPerson: true }
}

function guarded(guard: Guard, load: Load, asks: string | null = null): Route {
  const { Part, load: once } = lazyPart(load)
  return { guard, needsPerson: guard !== 'none', screen: Part, load: once, asks }
}

/** Fetches the file of a path's screen ahead of time. A failure is not reported here: the screen itself shows it. */
export async function loadScreen(path: string): Promise<void> {
  await routeOf(path)
    ?.load()
    .catch(() => undefined)
}

/**
 * The requests for the member and for the data that a path's screen shows first, to send while the screen is still loading;
 * `besides`: what the page itself names, by the parts of its URL. Each returns once its answer is in the cache, or has failed for good.
 */
export function earlyRequests(
  client: QueryClient,
  path: string,
  besides: readonly (readonly string[])[],
): (() => Promise<void>)[] {
  if (readToken() === null) return []
  const asks = routeOf(path)?.asks ?? null
  const last = path.split('/').findLast((part) => part !== '')
  const keys = asks === null || last === undefined ? [] : [[asks + last], ...besides]
  return [() => askUser(client), ...keys.map((queryKey) => () => client.prefetchQuery({ queryKey }))]
}

function routeOf(path: string): Route | null {
  const page = pageOf(Object.keys(ROUTES) as Page[], path)
  return page === null ? null : ROUTES[page]
}
