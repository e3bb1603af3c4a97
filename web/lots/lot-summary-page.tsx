import { t, translated } from '#web/platform/language/text.ts'
import { type ReactNode, useMemo } from 'react'
import type { LotPreview } from '#contract/lots/lots.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { ClosedToYou } from './closed-to-you.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { KnownFlaws } from './known-flaws.tsx'
import { PlannedClose } from './plan/planned-close.tsx'
import { odometerWords } from './vehicle-words.ts'

/**
 * What a person who may not bid yet sees of a lot: all photos, the main facts and known flaws, and the next access level. `ledger`: for a
 * lot that has closed; `others`: more lots, from a later feature.
 */
export default function LotSummaryPage({
  lot,
  ledger,
  others,
}: {
  lot: LotPreview
  ledger?: ReactNode
  others?: ReactNode
}) {
  useDocumentTitle(t`Lot ${lot.lotNumber}, ${lot.title}`)
  const isOver = lot.closedAt !== null
  const photos = useMemo(() => lot.photos.map((photo) => ({ ...photo, pins: [] })), [lot.photos])
  return (
    <div className="mx-auto grid max-w-[84rem] grid-cols-1 gap-x-10 gap-y-6 pb-12 lg:grid-cols-12 lg:px-6 lg:pt-6">
      <div className="lg:col-span-7">
        <Gallery photos={photos} title={lot.title} chalk={null} />
      </div>
      <div className="flex flex-col gap-5 px-4 lg:col-span-5 lg:row-span-2 lg:px-0">
        <header className="flex items-start gap-3">
          <Plate number={lot.lotNumber} size="lg" />
          <h1 className="text-lg sm:text-xl">{lot.title}</h1>
        </header>
        <p className="tabular">
          {lot.scheduledCloseAt === null && !isOver ? (
            t`Part of a live auction`
          ) : (
            <PlannedClose lot={lot} open={null} />
          )}
        </p>
        <MainFacts lot={lot} />
        <ClosedToYou isOver={isOver} />
      </div>
      <div className="flex flex-col gap-8 px-4 lg:col-span-7 lg:px-0">
        <KnownFlaws flaws={lot.flaws} isInspected={lot.isInspected} />
        {isOver ? ledger : null}
      </div>
      {others === undefined ? null : <div className="px-4 lg:col-span-12 lg:px-0">{others}</div>}
    </div>
  )
}

function MainFacts({ lot }: { lot: LotPreview }) {
  const facts = [
    [t`Odometer`, lot.odometer === null ? t`Not readable` : odometerWords(lot.odometer)],
    [t`Title`, translated(labelOf('titleBrand', lot.titleBrand))],
    [t`Runs`, translated(labelOf('runState', lot.runState))],
  ]
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-8 border-b border-line">
      {facts.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid border-t border-line py-2.5">
          <dt className="text-slate">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
