import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { isSearch } from '../catalogue/search-address.ts'
import { useDocumentTitle } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { EndingSoon } from './home-ending-soon.tsx'
import { Hero } from './home-hero.tsx'
import { HouseFacts } from './home-house.tsx'
import { SaleList } from './home-sales.tsx'

const Results = lazy(() => import('../catalogue/results.tsx'))
const StopAlerts = lazy(() => import('../catalogue/stop-alerts.tsx'))

/** `/`: the start page, and with a search in its address the catalogue. */
export default function HomeScreen() {
  const [params] = useSearchParams()
  const stop = params.get('stop')
  if (stop === null && !isSearch(params)) return <Start />
  return <Suspense fallback={<Spinner />}>{stop === null ? <Results /> : <StopAlerts token={stop} />}</Suspense>
}

/** What is on now and next, how it works, what can be relied on, and the way in. */
function Start() {
  useDocumentTitle('Vehicle auctions')
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 sm:px-6">
      <Hero />
      <EndingSoon />
      <SaleList />
      <HouseFacts />
    </div>
  )
}
