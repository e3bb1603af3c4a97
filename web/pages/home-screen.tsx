import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { isSearch, queryOf } from '../catalog/search-address.ts'
import { askCatalog } from '../catalog/use-catalog.ts'
import { useIsPainted } from '#web/fast-start/after-paint.ts'
import { queryClient } from '../platform/client.ts'
import { lazyPart } from '#web/fast-start/lazy-part.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { EndingSoon } from './home-ending-soon.tsx'
import { Hero } from './home-hero.tsx'
import { CompanyFacts } from './home-app.tsx'
import { AuctionList } from './home-auctions.tsx'

const results = lazyPart(() => import('../catalog/results.tsx'))
const StopEmails = lazy(() => import('../notifications/stop-emails.tsx'))

/** The screen with what the current URL shows of it. */
export async function whole(): Promise<{ default: ComponentType }> {
  const params = new URLSearchParams(location.search)
  if (isSearch(params)) {
    askCatalog(queryClient, queryOf(params))
    await results.load()
  }
  return { default: HomeScreen }
}

/** `/`: the start page, and with a search in its address, the search results. */
export default function HomeScreen() {
  const [params] = useSearchParams()
  const isStop = params.has('stop') || params.has('unsubscribe')
  if (!isStop && !isSearch(params)) return <Start />
  return <Suspense fallback={<Spinner />}>{isStop ? <StopEmails params={params} /> : <results.Part />}</Suspense>
}

/** Current and upcoming auctions, how it works, our guarantees, and the registration link. */
function Start() {
  useDocumentTitle('Vehicle auctions')
  const isPainted = useIsPainted()
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 sm:px-6">
      <Hero />
      {isPainted ? (
        <>
          <EndingSoon />
          <AuctionList />
          <CompanyFacts />
        </>
      ) : (
        <div className="h-dvh" />
      )}
    </div>
  )
}
