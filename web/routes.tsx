import type { ComponentType, LazyExoticComponent } from 'react'
import { type Page, pageMatcher } from '#contract/pages.ts'
import { lazyPart } from './platform/lazy-part.ts'
import type { Guard } from './shell/guard.ts'

/** A screen is a default export without properties; it reads its parameters with wouter's `useParams`. */
type Load = () => Promise<{ default: ComponentType }>
export type Route = { guard: Guard; screen: LazyExoticComponent<ComponentType>; load: Load }

const home = open(() => import('./pages/home-screen.tsx').then(({ whole }) => whole()))
const auction = guarded('complete', () => import('./pages/auction-screen.tsx'))
const calendar = guarded('complete', () => import('./calendar/calendar-screen.tsx'))
const admin = open(() => import('./shell/admin-screen.tsx'))

/** Every page with its guard and its screen, fetched when first shown. Source: the specification, section 2. */
export const ROUTES: Record<Page, Route> = {
  '/': home,
  '/autobid': open(() => import('./bidding/autobid-screen.tsx')),
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
  '/auth': open(() => import('./accounts/auth-screen.tsx')),
  '/register': open(() => import('./accounts/register-screen.tsx')),
  '/admin-login': open(() => import('./accounts/admin-login-screen.tsx')),

  '/payment': guarded('login', () => import('./membership/payment-screen.tsx')),
  '/verification': guarded('paid', () => import('./verification/verification-screen.tsx')),
  '/verification-complete': guarded('paid', () => import('./verification/verification-complete-screen.tsx')),
  '/verification-pending': guarded('checked', () => import('./pages/verification-pending-screen.tsx')),

  '/calendar': calendar,
  '/auction-calendar': calendar,
  '/my-bids': guarded('complete', () => import('./bidding/my-bids-screen.tsx')),
  '/profile': guarded('complete', () => import('./pages/profile-screen.tsx')),
  '/invoices': guarded('complete', () => import('./invoices/invoices-screen.tsx')),
  '/invoice-demo': guarded('complete', () => import('./invoices/invoice-demo-screen.tsx')),
  '/marketing-tools': guarded('complete', () => import('./marketing/marketing-tools-screen.tsx')),
  '/low-budget-marketing': guarded('complete', () => import('./marketing/low-budget-marketing-screen.tsx')),
  '/auction/:id': auction,
  '/auctions/:id': auction,
  '/lot/:lotNumber': guarded('complete', () => import('./pages/lot-screen.tsx')),
  '/vehicle/:id': guarded('complete', () => import('./pages/vehicle-screen.tsx')),

  '/admin': admin,
  '/admin/*': admin,
}

function open(load: Load): Route {
  return guarded('none', load)
}

function guarded(guard: Guard, load: Load): Route {
  const { Part, load: once } = lazyPart(load)
  return { guard, screen: Part, load: once }
}

/** Fetches the screen of a path, so that it can be shown at once. Also where that fails: the screen then says so itself. */
export async function loadScreen(path: string): Promise<void> {
  const page = pageMatcher(Object.keys(ROUTES) as Page[])(path)
  if (page !== null) await ROUTES[page].load().catch(() => undefined)
}
