import { useState } from 'react'
import type { DamageMark } from '#contract/lots/lots.ts'
import { OUTLINE_SIDES } from '#contract/lots/outline.ts'
import { MARKS_MAX } from '#contract/lots/vehicle-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { BodyOutline, SIDE_SHAPE, SIDE_WORDS } from '../damage/body-outline.tsx'
import { SeverityLegend } from '../damage/damage-marks.tsx'
import { MarkEditor, type SurfaceMark } from './mark-editor.tsx'
import type { VehiclePhotos } from './use-photos.ts'
import { t } from '#web/platform/language/text.ts'

/** The damage map of a vehicle, drawn by staff. It is published when it is saved. */
export function AdminDamage({
  vehicle,
  onSave,
}: {
  vehicle: VehiclePhotos['vehicle']
  onSave: (body: { marks: DamageMark[]; reason?: string }) => Promise<boolean>
}) {
  const [reason, setReason] = useState('')
  const [drawn, setDrawn] = useState<SurfaceMark[] | null>(null)
  const saved = vehicle.damageMap.map(({ side = 'top', ...mark }) => ({ ...mark, surface: side }))
  const marks = drawn ?? saved
  const needsReason = vehicle.isPublished && drawn !== null
  const surfaces = OUTLINE_SIDES.map((side) => ({
    name: side,
    label: SIDE_WORDS[side],
    shape: SIDE_SHAPE[side],
    picture: <BodyOutline body={vehicle.body} side={side} />,
  }))

  const isReady = drawn !== null && (!needsReason || reason.trim().length >= 3)

  async function save() {
    if (!isReady) return
    const drawnMarks = marks.map(({ surface, ...mark }) => ({ ...mark, side: sideNamed(surface) }))
    const why = reason.trim() === '' ? {} : { reason: reason.trim() }
    if (!(await onSave({ marks: drawnMarks, ...why }))) return
    setDrawn(null)
    setReason('')
    toast({ title: t`Damage map saved` })
  }

  return (
    <section aria-labelledby="damage-map" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="damage-map" className="text-lg">{t`Damage map`}</h2>
        <span className="flex gap-3">
          {drawn === null ? null : <Button variant="ghost" onClick={() => setDrawn(null)}>{t`Discard`}</Button>}
          <Button variant="outline" aria-disabled={!isReady} onClick={() => void save()}>{t`Save damage map`}</Button>
        </span>
      </div>
      <p className="mt-1 max-w-[44rem] text-sm text-slate">{t`Press where the damage is. The front is on the left in the top and left views, and on the right in the right view.`}</p>
      {needsReason ? (
        <div className="mt-3 max-w-[44rem]">
          <Field label={t`Correction reason`} hint={t`Shown on the lot; bidders and watchers are notified.`}>
            <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          </Field>
        </div>
      ) : null}
      <SeverityLegend />
      <div className="mt-4">
        <MarkEditor surfaces={surfaces} marks={marks} most={MARKS_MAX} onChange={setDrawn} />
      </div>
    </section>
  )
}

function sideNamed(surface: string): (typeof OUTLINE_SIDES)[number] {
  return OUTLINE_SIDES.find((side) => side === surface) ?? 'top'
}
