import { t } from '#web/platform/language/text.ts'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { isSearch } from '#contract/catalog/asked.ts'
import { openQueryOf, queryOf } from '../catalog/search-address.ts'
import { askCatalog } from '../catalog/use-catalog.ts'
import { queryClient } from '../platform/client.ts'
import { readToken } from '../platform/token.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { useUser } from '../platform/session.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { FeaturedLot } from './featured-lot.tsx'
import { EndingSoon } from './home-ending-soon.tsx'
import { Hero } from './home-hero.tsx'
import { CompanyFacts } from './home-app.tsx'
import { LiveNow } from './home-live-now.tsx'
import { MemberHomeSkeleton } from './member-home-skeleton.tsx'
import { AuctionList } from './home-auctions.tsx'

const memberHome = lazyPart(() => import('./home-member.tsx'))
const results = lazyPart(() => import('../catalog/results.tsx'))
const StopNewsletter = lazy(() => import('../marketing/newsletter/stop-newsletter.tsx'))
const StopEmails = lazy(() => import('../notifications/stop-emails.tsx'))

/** The screen with what the current URL shows of it. */
export async function whole(): Promise<{ default: ComponentType }> {
  const params = new URLSearchParams(location.search)
  if (isSearch(params)) {
    askCatalog(queryClient, readToken() === null ? openQueryOf(params) : queryOf(params))
    await results.load()
  }
  return { default: HomeScreen }
}

/** `/`: the start page, and with a search in its address, the search results. */
export default function HomeScreen() {
  const [params] = useSearchParams()
  const newsletter = params.get('newsletter')
  if (newsletter !== null)
    return (
      <Suspense fallback={<Spinner />}>
        <StopNewsletter token={newsletter} />
      </Suspense>
    )
  const isStop = params.has('stop') || params.has('unsubscribe')
  if (!isStop && !isSearch(params)) return <Start />
  return <Suspense fallback={<Spinner />}>{isStop ? <StopEmails params={params} /> : <results.Part />}</Suspense>
}

/** For a member their own lots, for others what the company does; then what is on now, ending soon and next. */
function Start() {
  useDocumentTitle(t`Vehicle auctions`)
  const { user, isLoading, isFailed } = useUser()
  const isMember =
    user !== null && user.role === 'member' && accessDenial(user, 'complete') === null && user.support === null
  const isOwn = isMember || (isLoading && !isFailed)
  return (
    <div className="group mx-auto w-full max-w-[84rem] px-4 sm:px-6">
      {isOwn ? <Own user={isMember ? user : null} /> : <Hero />}
      <div className="group-has-[[data-awaiting]]:hidden">
        <LiveNow />
        <EndingSoon />
        <AuctionList />
        {isOwn ? null : <CompanyFacts />}
      </div>
    </div>
  )
}

/** `user`: null while it is not known who signed in. */
function Own({ user }: { user: User | null }) {
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-4 py-6 lg:grid-cols-12">
      <div className="lg:col-span-8">
        <h1 className="text-xl">{t`Your auctions`}</h1>
        {user === null ? (
          <MemberHomeSkeleton />
        ) : (
          <Suspense fallback={<MemberHomeSkeleton />}>
            <memberHome.Part user={user} />
          </Suspense>
        )}
      </div>
      <section aria-labelledby="featured" className="max-lg:group-has-[[data-awaiting]]:hidden lg:col-span-4">
        <h2 id="featured" className="mb-3 text-lg lg:mt-14">
          {t`Featured`}
        </h2>
        <FeaturedLot />
      </section>
    </div>
  )
}
