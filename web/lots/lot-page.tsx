import { t, translated } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { lazy, memo, type ReactNode, Suspense } from 'react'
import { Link } from 'wouter'
import type { Lot, Vehicle } from '#contract/lots/lots.ts'
import { labelOf } from '#contract/lots/vocabulary.ts'
import { paths } from '#web/paths.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { MoreMark, ShareMark } from '#web/ui/marks.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { CompareChoice, CompareLink } from './compare-choice.tsx'
import { DamageMap } from './damage/damage-map.tsx'
import { Facts } from './vehicle-facts.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { KnownFlaws, LotWords } from './known-flaws.tsx'
import { NOT_INSPECTED } from './inspection-words.ts'
import { distanceWords } from './vehicle-words.ts'
import { Below, WhenSeen } from './when-seen.tsx'
import { languageQuery } from '#web/platform/language/language.ts'
import { lotFile } from '#contract/calendar/calendar.ts'
import { urlOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The lot's likely close as a file for any calendar program. */
function AddToCalendar({ lotId }: { lotId: string }) {
  return (
    <Button asChild variant="ghost" className="px-3">
      <a href={urlOf(lotFile.path, { lotId }, languageQuery)} download>
        {t`Add to calendar`}
      </a>
    </Button>
  )
}

// Most lots were never corrected.
const LotCorrections = lazy(() => import('./lot-corrections.tsx').then((file) => ({ default: file.LotCorrections })))
const LotMore = lazy(() => import('./more/lot-more.tsx'))

/** The live parts of the page, which belong to the bidding feature; the screen passes them in. */
export type LotSlots = {
  chalk: string | null
  /** No close is planned any more. */
  isOver: boolean
  /** Price, reserve and countdown. */
  price: ReactNode
  /** The whole bid box, for wide screens. */
  panel: ReactNode
  /** The bar at the bottom, for phones. */
  bar: ReactNode
  history: ReactNode
  watch: ReactNode
  /** Other lots like this one, from the catalog. */
  similar: ReactNode
}

/** From this width on, photos and bid panel are side by side. */
export const WIDE = '(min-width: 64rem)'

/** A lot: what it is, its condition, what it costs, where it is. */
export function LotPage({ lot, slots }: { lot: Lot; slots: LotSlots }) {
  const wide = useMediaQuery(WIDE)
  useDocumentTitle(t`Lot ${lot.lotNumber}, ${lot.title}`)
  const head = (
    <header>
      <div className="flex items-start gap-3">
        <Plate number={lot.lotNumber} size={wide ? 'lg' : 'md'} />
        <h1 className="text-lg sm:text-xl">{lot.title}</h1>
      </div>
      <p className="mt-2 text-sm text-slate">{shortFacts(lot)}</p>
    </header>
  )
  const tools = (
    <div className="relative flex items-center print:hidden">
      <CompareLink />
      {slots.watch}
      <ShareButton title={lot.title} />
      <Disclosure
        label={
          <>
            <MoreMark />
            <span className="sr-only">{t`More actions`}</span>
          </>
        }
        name={t`More actions`}
      >
        <div className="flex flex-col items-start gap-1">
          <CompareChoice lotNumber={lot.lotNumber} className="min-h-11 px-3" />
          {slots.isOver ? null : <AddToCalendar lotId={lot.id} />}
          <Button variant="ghost" className="px-3" onClick={() => window.print()}>
            {t`Print`}
          </Button>
        </div>
      </Disclosure>
    </div>
  )
  const Layout = wide ? OnWideScreen : OnPhone
  return <Layout lot={lot} slots={slots} head={head} tools={tools} />
}

type LayoutProps = { lot: Lot; slots: LotSlots; head: ReactNode; tools: ReactNode }

function OnPhone({ lot, slots, head, tools }: LayoutProps) {
  return (
    <div>
      <Gallery photos={lot.vehicle.photos} title={lot.title} chalk={slots.chalk} />
      <div className="flex flex-col gap-8 px-4 pt-3">
        <div className="flex flex-col gap-3">
          {head}
          {slots.price}
          <div className="-mx-3 flex justify-end">{tools}</div>
        </div>
        {slots.isOver ? <div className="print:hidden [&_section]:mt-0">{slots.similar}</div> : null}
        <Below>
          <About lot={lot} />
          {slots.history}
          <AdjacentLots lot={lot} />
          {slots.isOver ? null : <div className="print:hidden">{slots.similar}</div>}
        </Below>
      </div>
      {slots.bar}
    </div>
  )
}

function OnWideScreen({ lot, slots, head, tools }: LayoutProps) {
  return (
    <div className="mx-auto max-w-[84rem] px-6 py-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <AdjacentLots lot={lot} />
        {tools}
      </div>
      <div className="mt-2 grid grid-cols-12 gap-10 print:flex print:flex-col">
        <div className="col-span-7 flex flex-col gap-12">
          <Gallery photos={lot.vehicle.photos} title={lot.title} chalk={slots.chalk} />
          {slots.history}
          <About lot={lot} />
        </div>
        <div className="col-span-5 print:order-first">
          <div
            className={clsx(
              'flex flex-col gap-4 p-1 print:static print:max-h-none print:overflow-visible',
              !slots.isOver && 'sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto',
            )}
          >
            {head}
            {slots.price}
            <div className="print:hidden">{slots.panel}</div>
            {/* What can still be bid on comes before the record of a lot that is over. */}
            {slots.isOver ? (
              <div className="print:hidden [&_section]:mt-2 [&_section]:pt-4 [&_ul]:lg:grid-cols-2">
                {slots.similar}
              </div>
            ) : null}
          </div>
        </div>
      </div>
      {slots.isOver ? null : <div className="print:hidden">{slots.similar}</div>}
    </div>
  )
}

/** What was inspected and recorded about the vehicle, and what a buyer gets. None of it changes with the price. */
const About = memo(function About({ lot }: { lot: Lot }) {
  const { vehicle } = lot
  const isInspected = vehicle.inspection !== null
  return (
    <>
      {lot.corrections.length === 0 ? null : (
        <Suspense fallback={null}>
          <LotCorrections corrections={lot.corrections} />
        </Suspense>
      )}
      <KnownFlaws flaws={vehicle.flaws} isInspected={isInspected} />
      {vehicle.highlights.length === 0 ? null : <LotWords title={t`Highlights`} lines={vehicle.highlights} />}
      <Facts vehicle={vehicle} />
      <Report vehicle={vehicle} />
      <DamageMap vehicle={vehicle} />
      <WhatHappens lot={lot} />
      <WhenSeen id="questions">
        <LotMore lot={lot} />
      </WhenSeen>
    </>
  )
})

/** An inspection report is ours; without one, the words are the seller's. */
function Report({ vehicle: { conditionReport, inspection } }: { vehicle: Vehicle }) {
  if (conditionReport === '') return null
  const isSellers = inspection === null
  return (
    <section aria-labelledby="report" className="far">
      <h2 id="report" className="text-lg">
        {isSellers ? t`Seller’s description` : t`Condition report`}
      </h2>
      <p className="mt-3 max-w-[44rem] text-base whitespace-pre-line">{conditionReport}</p>
    </section>
  )
}

/** Beyond what the photo, the links above and the facts below say. */
function shortFacts({ vehicle }: Lot): string {
  const { location, odometer, titleBrand } = vehicle
  const distance = odometer === null ? null : distanceWords(odometer)
  const inspection = vehicle.inspection === null ? NOT_INSPECTED : null
  const parts = [distance, t`${translated(labelOf('titleBrand', titleBrand))} title`, inspection, location]
  return parts.filter((part) => part !== null).join(' · ')
}

function WhatHappens({ lot }: { lot: Lot }) {
  return (
    <Fold id="if-you-win" title={t`If you win`}>
      <ol className="list-decimal space-y-2 pl-5 text-base">
        <li>{t`We send your invoice immediately: hammer price, fees and tax.`}</li>
        <li>{t`Pay it by its due date.`}</li>
        <li>{t`Pick up the vehicle in ${lot.vehicle.location}, or send a carrier with the release.`}</li>
      </ol>
    </Fold>
  )
}

/** At least 44 px high under a finger, in the room of 39. */
const ADJACENT = 'py-2 text-link pointer-coarse:-my-[3px] pointer-coarse:py-[11px]'

const AdjacentLots = memo(function AdjacentLots({ lot }: { lot: Lot }) {
  return (
    <nav
      aria-label={t`Run list`}
      className="flex flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm print:hidden"
    >
      <Link href={paths.auction(lot.auctionId)} className={ADJACENT}>
        {lot.auctionTitle}
      </Link>
      <span className="flex gap-6">
        {lot.previousLotNumber === null ? null : (
          <Link href={paths.lot(lot.previousLotNumber)} className={ADJACENT}>
            {t`Previous: lot ${lot.previousLotNumber}`}
          </Link>
        )}
        {lot.nextLotNumber === null ? null : (
          <Link href={paths.lot(lot.nextLotNumber)} className={ADJACENT}>
            {t`Next: lot ${lot.nextLotNumber}`}
          </Link>
        )}
      </span>
    </nav>
  )
})

/** The device's share dialog where available, else the link is copied to the clipboard. */
function ShareButton({ title }: { title: string }) {
  async function share() {
    const url = location.href
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title, url })
        return
      }
      await navigator.clipboard.writeText(url)
      toast({ title: t`Link copied` })
    } catch (failure) {
      if (failure instanceof DOMException && failure.name === 'AbortError') return
      toast({ title: t`We couldn’t copy the link`, description: url, variant: 'destructive' })
    }
  }
  return (
    <Button variant="ghost" size="icon" aria-label={t`Share`} onClick={() => void share()}>
      <ShareMark />
    </Button>
  )
}
