import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { isSearch } from '#contract/catalog/asked.ts'
import { openQueryOf, queryOf } from '../catalog/search-address.ts'
import { askCatalog } from '../catalog/use-catalog.ts'
import { queryClient } from '../platform/client.ts'
import { readToken } from '../platform/token.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { Spinner } from '../ui/spinner.tsx'

const start = lazyPart(() => import('./home-start.tsx'))
const results = lazyPart(() => import('../catalog/results.tsx'))
const StopNewsletter = lazy(() => import('../marketing/newsletter/stop-newsletter.tsx'))
const StopEmails = lazy(() => import('../notifications/stop-emails.tsx'))

/** The screen with what the current URL shows of it. */
export async function whole(): Promise<{ default: ComponentType }> {
  const params = new URLSearchParams(location.search)
  if (isSearch(params)) {
    askCatalog(queryClient, readToken() === null ? openQueryOf(params) : queryOf(params))
    await results.load()
  } else await start.load()
  return { default: HomeScreen }
}

/** `/`: the start page, and with a search in its address, the search results. */
export default function HomeScreen() {
  const [params] = useSearchParams()
  return <Suspense fallback={<Spinner />}>{partFor(params)}</Suspense>
}

function partFor(params: URLSearchParams): ReactNode {
  const newsletter = params.get('newsletter')
  if (newsletter !== null) return <StopNewsletter token={newsletter} />
  if (params.has('stop') || params.has('unsubscribe')) return <StopEmails params={params} />
  return isSearch(params) ? <results.Part /> : <start.Part />
}
