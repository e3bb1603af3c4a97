import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SHOT_SLOTS, type ShotSlot } from '#contract/lots/photos.ts'
import { comparedLots, comparisonPath, toggleCompared } from '#web/lots/comparison.ts'
import { wordsOf } from '#web/lots/gallery/photo-words.ts'
import { createZoom, type Zoom } from '#web/lots/gallery/zoom.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { CompareColumn } from './compare-column.tsx'
import { CompareFacts } from './compare-facts.tsx'
import { useComparedFacts } from './use-compared-facts.ts'

const STEP = 1.5

/** Up to four lots side by side: the same view of each, zoomed and moved together, their live prices, and where they differ. */
export default function CompareLots({ lotNumbers }: { lotNumbers: readonly number[] }) {
  const [, navigate] = useLocation()
  const [zoom] = useState(createZoom)
  const [wanted, setWanted] = useState<ShotSlot>('front-left')
  const reads = useComparedFacts(lotNumbers)
  const lots = reads.flatMap(({ lot }) => (lot === undefined ? [] : [lot]))
  const slots = SHOT_SLOTS.filter((slot) =>
    lots.some(({ vehicle }) => vehicle.photos.some(({ view }) => view === slot)),
  )
  const slot = slots.includes(wanted) ? wanted : (slots[0] ?? wanted)

  function leave(lotNumber: number) {
    const rest = lotNumbers.filter((each) => each !== lotNumber)
    if (comparedLots().includes(lotNumber)) toggleCompared(lotNumber)
    navigate(rest.length > 1 ? comparisonPath(rest) : paths.lot(rest[0] ?? lotNumber), { replace: true })
  }

  return (
    <Page title={t`Compare ${lotNumbers.length} lots`} lead={t`Zoom or move one photo, and the others follow.`}>
      <Looking slots={slots} slot={slot} zoom={zoom} onSlot={setWanted} />
      <ul className={`grid grid-cols-2 gap-3 sm:gap-5 ${lotNumbers.length > 2 ? 'lg:grid-cols-4' : ''}`}>
        {reads.map((read, index) => (
          <li key={lotNumbers[index]} className="min-w-0">
            <CompareColumn
              lotNumber={lotNumbers[index] ?? 0}
              read={read}
              slot={slot}
              zoom={zoom}
              onLeave={() => leave(lotNumbers[index] ?? 0)}
            />
          </li>
        ))}
      </ul>
      {lots.length < 2 ? (
        <p className="mt-8 text-slate">
          <Trans>
            Press Compare on another lot to add it.{' '}
            <Link href={paths.home} className="text-link">
              Find lots
            </Link>
          </Trans>
        </p>
      ) : (
        <CompareFacts lots={lots} />
      )}
    </Page>
  )
}

/** The view shown of all of them, and its zoom. */
function Looking({
  slots,
  slot,
  zoom,
  onSlot,
}: {
  slots: readonly ShotSlot[]
  slot: ShotSlot
  zoom: Zoom
  onSlot: (slot: ShotSlot) => void
}) {
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <div className="w-56">
        <Field label={t`View`}>
          <Select
            value={slot}
            onChange={(event) => onSlot(SHOT_SLOTS.find((each) => each === event.target.value) ?? slot)}
          >
            {slots.map((each) => (
              <option key={each} value={each}>
                {wordsOf(each)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Button variant="outline" onClick={() => zoom.by(STEP)}>
        {t`Zoom in`}
      </Button>
      <Button variant="outline" onClick={() => zoom.by(1 / STEP)}>
        {t`Zoom out`}
      </Button>
      <Button variant="outline" onClick={() => zoom.reset()}>
        {t`Reset zoom`}{' '}
      </Button>
    </div>
  )
}
