import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Link } from 'wouter'
import type { Lot, Photo } from '#contract/lots/lots.ts'
import type { ShotSlot } from '#contract/lots/photos.ts'
import { ClosesIn } from '#web/bidding/bid/closes-in.tsx'
import { resultWords } from '#web/bidding/standing-words.ts'
import { useLiveLot } from '#web/bidding/use-live-lot.ts'
import { PhotoPins, placeInFrame } from '#web/lots/gallery/photo-pins.tsx'
import { wordsOf } from '#web/lots/gallery/photo-words.ts'
import { Picture } from '#web/lots/picture.tsx'
import type { Zoom } from '#web/lots/gallery/zoom.ts'
import { Zoomable } from '#web/lots/gallery/zoomable.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ComparedRead } from './use-compared-facts.ts'
import { failureMessage } from '#web/platform/request.ts'

/** One lot of a comparison: its photo of the selected view, its title and its live price. */
export function CompareColumn({
  lotNumber,
  read: { lot, failure },
  slot,
  zoom,
  onLeave,
}: {
  lotNumber: number
  read: ComparedRead
  slot: ShotSlot
  zoom: Zoom
  onLeave: () => void
}) {
  const leave = (
    <Button variant="ghost" size="sm" onClick={onLeave}>
      <Trans>
        Remove<span className="sr-only"> lot {lotNumber}</span>
      </Trans>
    </Button>
  )
  if (lot === undefined) {
    return (
      <div className="flex flex-col gap-2">
        {failure === null ? <Skeleton className="aspect-3/2 w-full" /> : null}
        <Plate number={lotNumber} />
        {failure === null ? null : <p>{failure.status === 404 ? t`Lot not found.` : failureMessage(failure)}</p>}
        {leave}
      </div>
    )
  }
  const photo = lot.vehicle.photos.find(({ view }) => view === slot)
  return (
    <div className="flex flex-col gap-2">
      <View photo={photo} slot={slot} title={lot.title} zoom={zoom} />
      <div className="flex items-start justify-between gap-2">
        <Plate number={lot.lotNumber} />
        {leave}
      </div>
      <h2 className="text-base">
        <Link href={paths.lot(lot.lotNumber)} className="underline decoration-line underline-offset-4">
          {lot.title}
        </Link>
      </h2>
      <Price lot={lot} />
    </div>
  )
}

const FRAME = 3 / 2

function View({ photo, slot, title, zoom }: { photo: Photo | undefined; slot: ShotSlot; title: string; zoom: Zoom }) {
  if (photo === undefined) {
    return (
      <p className="flex aspect-3/2 items-center justify-center rounded-md bg-fog p-2 text-center text-sm text-slate">
        {t`No photo: ${wordsOf(slot)}`}
      </p>
    )
  }
  const form = photo.width / photo.height
  return (
    <Zoomable zoom={zoom} scroll="pan-y" className="relative aspect-3/2 cursor-zoom-in rounded-md bg-fog">
      <div className="relative size-full">
        <Picture
          photo={photo}
          eager
          sizes="(min-width: 64rem) 40vw, 90vw"
          alt={`${title}, ${wordsOf(slot)}`}
          draggable={false}
          className="size-full object-contain"
        />
        <PhotoPins
          pins={photo.pins}
          place={(pin) => placeInFrame(pin, { photo: form, frame: FRAME, fit: 'contain' })}
        />
      </div>
    </Zoomable>
  )
}

/** The price, live; the same hook and the same text as on the lot's own page. */
function Price({ lot }: { lot: Lot }) {
  const { live, failure } = useLiveLot(lot.id)
  if (live === undefined) {
    return failure === null ? (
      <Skeleton className="h-12" />
    ) : (
      <p className="text-sm text-slate">{t`We couldn’t load the price.`}</p>
    )
  }
  const { standing } = live
  const result = resultWords(standing)
  return (
    <div className="text-sm">
      <p className="wide text-lg font-bold">
        <Odometer amount={standing.price ?? lot.openingBid} currency={lot.currency} />
      </p>
      <p className="tabular text-slate">
        {standing.price === null ? t`Opening bid` : plural(standing.bidCount, { one: '# bid', other: '# bids' })}
        {result === null ? null : `, ${result}`}
      </p>
      {result === null && standing.closesAt !== null ? (
        <p>
          <ClosesIn closesAt={standing.closesAt} />
        </p>
      ) : null}
    </div>
  )
}
