import { t } from '#web/platform/language/text.ts'
import { Suspense } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { useUser } from '../platform/session.tsx'
import { useDocumentTitle } from '../ui/page.tsx'
import { FeaturedLot } from './featured-lot.tsx'
import { EndingSoon } from './home-ending-soon.tsx'
import { Hero } from './home-hero.tsx'
import { CompanyFacts } from './home-app.tsx'
import { LiveNow } from './home-live-now.tsx'
import { MemberHomeSkeleton } from './member-home-skeleton.tsx'
import { AuctionList } from './home-auctions.tsx'

const memberHome = lazyPart(() => import('./home-member.tsx'))

/** For a member their own lots, for others what the company does; then what is on now, ending soon and next. */
export default function StartPage() {
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
    <div className="py-6">
      <h1 className="text-xl">{t`Your auctions`}</h1>
      <div className="grid grid-cols-1 gap-x-12 gap-y-4 lg:grid-cols-12">
        <div className="lg:col-span-8">
          {user === null ? (
            <MemberHomeSkeleton />
          ) : (
            <Suspense fallback={<MemberHomeSkeleton />}>
              <memberHome.Part user={user} />
            </Suspense>
          )}
        </div>
        <section aria-labelledby="featured" className="max-lg:group-has-[[data-awaiting]]:hidden lg:col-span-4 lg:py-5">
          <h2 id="featured" className="mb-1 flex min-h-11 items-center text-lg">
            {t`Featured`}
          </h2>
          <FeaturedLot />
        </section>
      </div>
    </div>
  )
}
