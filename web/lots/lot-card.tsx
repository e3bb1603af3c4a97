import { Link } from 'wouter'
import type { ReactNode } from 'react'
import type { LotTeaser } from '#contract/lots.ts'
import { paths } from '#web/paths.ts'
import { Plate } from '#web/ui/plate.tsx'
import { Picture } from './picture.tsx'

/** A lot in a list: photograph, plate, title, and what the list knows beyond the teaser. */
export function LotCard({ teaser, children }: { teaser: LotTeaser; children: ReactNode }) {
  return (
    <Link href={paths.lot(teaser.lotNumber)} className="group block">
      <HeroPhoto teaser={teaser} className="aspect-3/2 w-full rounded-md" />
      <span className="mt-2 flex items-start gap-2">
        <Plate number={teaser.lotNumber} size="sm" />
        <span className="font-semibold group-hover:underline">{teaser.title}</span>
      </span>
      <span className="tabular mt-1 block text-sm text-slate">{children}</span>
    </Link>
  )
}

/** The first photograph of a lot, or a quiet ground where there is none. */
export function HeroPhoto({
  teaser,
  className,
  sizes = '(min-width: 64rem) 20rem, 50vw',
  eager,
}: {
  teaser: Pick<LotTeaser, 'heroPhoto' | 'title'>
  className: string
  /** The width it is shown at, as in the attribute of the same name. */
  sizes?: string
  /** Among the first of a page. */
  eager?: boolean | undefined
}) {
  if (teaser.heroPhoto === null) return <span className={`block bg-fog ${className}`} />
  return (
    <Picture
      photo={{ url: teaser.heroPhoto }}
      sizes={sizes}
      alt=""
      eager={eager}
      className={`object-cover ${className}`}
    />
  )
}
