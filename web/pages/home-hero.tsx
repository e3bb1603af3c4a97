import { Link } from 'wouter'
import { HERO_SIZES, nextToClose } from '#contract/seo/first-answers.ts'
import { closingWords } from '#web/lots/closing-words.ts'
import { Picture } from '#web/lots/picture.tsx'
import { SearchBox } from '../catalog/search-box.tsx'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { serverNow } from '../platform/clock.ts'
import { Button } from '../ui/button.tsx'
import { Chalk } from '../ui/chalk.tsx'
import { Plate } from '../ui/plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useEndingSoon } from './use-summaries.ts'

/** What the company does in two sentences, the search, the registration link, and the lot that closes next. */
export function Hero() {
  const { isLoggedIn, isLoading } = useUser()
  return (
    <section className="grid grid-cols-1 gap-8 py-8 sm:py-12 lg:grid-cols-12 lg:items-center lg:gap-12">
      <div className="lg:col-span-6">
        <h1 className="text-2xl lg:text-3xl">See every flaw and every fee before you bid</h1>
        <p className="mt-4 max-w-[36rem] text-base text-slate sm:text-lg">
          Used vehicles, auctioned online. You see whether a car was inspected and what was found, and you see the full
          cost with every bid. After the close, anyone can verify the result.
        </p>
        <SearchBox words="" className="mt-6 max-w-[36rem]" />
        <div className="mt-6 flex min-h-14 flex-wrap items-center gap-3">
          {isLoggedIn ? (
            <Button asChild size="lg">
              <Link href={`${paths.home}?sort=ending`}>See all lots</Link>
            </Button>
          ) : isLoading ? null : (
            <Button asChild size="lg">
              <Link href={paths.register}>Register to bid</Link>
            </Button>
          )}
          <Button asChild variant="ghost" size="lg">
            <Link href={paths.howItWorks}>How it works</Link>
          </Button>
        </div>
      </div>
      <div className="lg:col-span-6">
        <NextToClose />
      </div>
    </section>
  )
}

function NextToClose() {
  const { data, isPending, isFresh } = useEndingSoon()
  if (isPending) return <Skeleton className="aspect-[3/2] w-full" />
  const lot = nextToClose(data?.items ?? [])
  if (lot === undefined || lot.heroPhoto === null) return null
  return (
    <Link href={paths.lot(lot.lotNumber)} className="group block">
      <span className="relative block overflow-hidden rounded-md bg-fog">
        <Picture
          photo={{ url: lot.heroPhoto }}
          sizes={HERO_SIZES}
          alt=""
          eager
          className="aspect-[3/2] w-full object-cover"
        />
        <Chalk>Closes next</Chalk>
      </span>
      <span className="mt-3 flex items-center gap-3">
        <Plate number={lot.lotNumber} />
        <span className="min-w-0">
          <span className="block font-semibold group-hover:underline">{lot.title}</span>
          <span className="tabular block text-xs text-slate">
            {closingWords(lot.scheduledCloseAt, serverNow(), isFresh ? true : null)}
          </span>
        </span>
      </span>
    </Link>
  )
}
