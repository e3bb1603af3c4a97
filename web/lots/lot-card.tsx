import { Link } from 'wouter'
import type { ReactNode } from 'react'
import type { LotSummary } from '#contract/lots/lots.ts'
import { paths } from '#web/paths.ts'
import { Plate } from '#web/ui/plate.tsx'
import { Picture } from './picture.tsx'

/** A lot in a list: photo, plate, title, and what the list has beyond the lot summary. */
export function LotCard({
  lotSummary,
  children,
}: {
  lotSummary: Pick<LotSummary, 'lotNumber' | 'title' | 'heroPhoto'>
  children: ReactNode
}) {
  return (
    <Link href={paths.lot(lotSummary.lotNumber)} className="group block">
      <HeroPhoto lotSummary={lotSummary} className="aspect-3/2 w-full rounded-md" />
      <span className="mt-2 flex flex-wrap items-start gap-2">
        <Plate number={lotSummary.lotNumber} size="sm" />
        <span className="min-w-0 grow basis-28 font-semibold break-words group-hover:underline">
          {lotSummary.title}
        </span>
      </span>
      <span className="tabular mt-1 block text-sm text-slate">{children}</span>
    </Link>
  )
}

/** The first photo of a lot, or a plain background if there is none. */
export function HeroPhoto({
  lotSummary,
  className,
  sizes = '(min-width: 64rem) 20rem, 50vw',
  eager,
}: {
  lotSummary: Pick<LotSummary, 'heroPhoto' | 'title'>
  className: string
  /** The display width, as in the `sizes` attribute. */
  sizes?: string
  /** Among the first of a page. */
  eager?: boolean | undefined
}) {
  if (lotSummary.heroPhoto === null) return <span className={`block bg-fog ${className}`} />
  return (
    <Picture
      photo={{ url: lotSummary.heroPhoto }}
      sizes={sizes}
      alt=""
      eager={eager}
      className={`object-cover ${className}`}
    />
  )
}
