import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { type Page, pageOf } from '#contract/pages.ts'
import { readLanguageSoon } from './platform/late.ts'
import { lazyPart } from './platform/lazy-part.tsx'
import { askUser } from './platform/session.tsx'
import { readToken } from './platform/token.ts'
import type { Guard } from './shell/guard.ts'

/** A screen is a default export without properties; it reads its parameters with wouter's `useParams`. */
type Load = () => Promise<{ default: ComponentType }>
export type Route = {
  guard: Guard
  /** Whether nothing of it can be shown while it is not known who is there: behind every guard, and in the administration. */
  needsPerson: boolean
  screen: ComponentType
  load: Load
  /** Where a member's screen asks first; the last part of its own address stands behind that. */
  asks: string | null
}

const home = open(() => import('./pages/home-screen.tsx').then(({ whole }) => whole()))
const auction = guarded('informed', () => import('./pages/auction-screen.tsx'), '/api/auctions/')
const calendar = guarded('informed', () => import('./calendar/calendar-screen.tsx'))
const admin = { ...open(() => import('./shell/admin/admin-screen.tsx')), needsPerson: true }

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
  '/my-bids': guarded('complete', () => import('./bidding/my-bids/my-bids-screen.tsx')),
  '/profile': guarded('complete', () => import('./pages/profile-screen.tsx')),
  '/invoices': guarded('complete', () => import('./invoices/invoices-screen.tsx')),
  '/invoice-demo': guarded('complete', () => import('./invoices/invoice-demo-screen.tsx')),
  '/marketing-tools': guarded('complete', () => import('./marketing/marketing-tools-screen.tsx')),
  '/low-budget-marketing': guarded('complete', () => import('./marketing/low-budget-marketing-screen.tsx')),
  '/auction/:id': auction,
  '/auctions/:id': auction,
  '/lot/:lotNumber': guarded('informed', () => import('./pages/lot-screen.tsx'), '/api/lots/by-number/'),
  '/vehicle/:id': guarded('informed', () => import('./pages/vehicle-screen.tsx')),

  '/admin': admin,
  '/admin/*': admin,
}

function open(load: Load): Route {
  return guarded('none', load)
}

function guarded(guard: Guard, load: Load, asks: string | null = null): Route {
  const { Part, load: once } = lazyPart(load)
  return { guard, needsPerson: guard !== 'none', screen: Part, load: once, asks }
}

/** Fetches the screen of a path, so that it can be shown at once. Also where that fails: the screen then says so itself. */
export async function loadScreen(path: string): Promise<void> {
  await routeOf(path)
    ?.load()
    .catch(() => undefined)
}

/**
 * Asks who a member is and what the screen of a path shows first, while the screen is still on its way; `besides`: what the page itself
 * names, by the parts of its address.
 */
export function askEarly(client: QueryClient, path: string, besides: readonly (readonly string[])[]): void {
  if (readToken() === null) return
  askUser(client)
  const asks = routeOf(path)?.asks ?? null
  const last = path.split('/').findLast((part) => part !== '')
  if (asks === null || last === undefined) return
  for (const queryKey of [[asks + last], ...besides]) void client.prefetchQuery({ queryKey })
  readLanguageSoon()
}

function routeOf(path: string): Route | null {
  const page = pageOf(Object.keys(ROUTES) as Page[], path)
  return page === null ? null : ROUTES[page]
}
