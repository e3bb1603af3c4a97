import { useSearchParams } from 'wouter'
import { useDocumentTitle } from '../ui/page.tsx'
import { EndingSoon } from './home-ending-soon.tsx'
import { Hero } from './home-hero.tsx'
import { HouseFacts } from './home-house.tsx'
import { SaleList } from './home-sales.tsx'
import { FoundLots } from './home-search.tsx'

/** The start page: what is on now and next, how it works, what can be relied on, and the way in. */
export default function HomeScreen() {
  useDocumentTitle('Vehicle auctions')
  const [search] = useSearchParams()
  const query = search.get('q') ?? ''
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 sm:px-6">
      <Hero query={query} />
      {query === '' ? <EndingSoon /> : <FoundLots query={query} />}
      <SaleList />
      <HouseFacts />
    </div>
  )
}
