import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { SearchBox } from '../catalog/search-box.tsx'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { HEADER_SEARCH } from '../shell/header-search.tsx'
import { nextStep } from '../shell/navigation.ts'
import { useMediaQuery } from '../ui/media-query.ts'
import { FeaturedLot } from './featured-lot.tsx'

/** The featured lot, what the company does in two sentences, the search, and the way in. */
export function Hero() {
  const { user, isLoading } = useUser()
  const next = user === null ? { to: paths.register, label: t`Register to bid` } : nextStep(user)
  const isInHeader = useMediaQuery(HEADER_SEARCH)
  return (
    <section className="grid grid-cols-1 gap-8 py-6 sm:py-10 lg:grid-cols-12 lg:items-center lg:gap-12">
      <div className="lg:order-last lg:col-span-7">
        <FeaturedLot />
      </div>
      <div className="lg:col-span-5">
        <h1 className="text-2xl lg:text-3xl">{t`See every flaw and every fee before you bid`}</h1>
        <p className="mt-4 max-w-[36rem] text-base text-slate sm:text-lg">
          {t`Used vehicles, auctioned online. After the close, anyone can verify the result.`}
        </p>
        {isInHeader ? null : <SearchBox words="" className="mt-6 max-w-[36rem]" />}
        <div className="mt-6 flex min-h-14 flex-wrap items-center gap-3">
          {isLoading || next === null ? null : (
            <Button asChild size="lg">
              <Link href={next.to}>{next.label}</Link>
            </Button>
          )}
          <Button asChild variant="outline" size="lg">
            <Link href={paths.lots()}>{t`Browse lots`}</Link>
          </Button>
        </div>
      </div>
    </section>
  )
}
