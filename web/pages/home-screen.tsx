import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { isSearch, queryOf } from '../catalogue/search-address.ts'
import { askCatalogue } from '../catalogue/use-catalogue.ts'
import { useIsPainted } from '../platform/after-paint.ts'
import { queryClient } from '../platform/client.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { EndingSoon } from './home-ending-soon.tsx'
import { Hero } from './home-hero.tsx'
import { HouseFacts } from './home-house.tsx'
import { SaleList } from './home-sales.tsx'

const results = lazyPart(() => import('../catalogue/results.tsx'))
const StopEmails = lazy(() => import('../notifications/stop-emails.tsx'))

/** The screen with what the present address shows of it. */
export async function whole(): Promise<{ default: ComponentType }> {
  const params = new URLSearchParams(location.search)
  if (isSearch(params)) {
    askCatalogue(queryClient, queryOf(params))
    await results.load()
  }
  return { default: HomeScreen }
}

/** `/`: the start page, and with a search in its address the catalogue. */
export default function HomeScreen() {
  const [params] = useSearchParams()
  const isStop = params.has('stop') || params.has('unsubscribe')
  if (!isStop && !isSearch(params)) return <Start />
  return <Suspense fallback={<Spinner />}>{isStop ? <StopEmails params={params} /> : <results.Part />}</Suspense>
}

/** What is on now and next, how it works, what can be relied on, and the way in. */
function Start() {
  useDocumentTitle('Vehicle auctions')
  const isPainted = useIsPainted()
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 sm:px-6">
      <Hero />
      {isPainted ? (
        <>
          <EndingSoon />
          <SaleList />
          <HouseFacts />
        </>
      ) : (
        <div className="h-dvh" />
      )}
    </div>
  )
}
