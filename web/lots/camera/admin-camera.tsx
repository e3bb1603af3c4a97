import { BackLink } from '#web/ui/back-link.tsx'
import { Link } from 'wouter'
import { SHOT_SLOTS, type ShotSlot } from '#contract/lots/photos.ts'
import type { VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import { paths } from '#web/paths.ts'
import { useOnline } from '#web/platform/online.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { usePhotos } from '../photos/use-photos.ts'
import { ShotRow } from './shot-row.tsx'
import { useCamera, type Shot } from './use-camera.ts'
import { plural, t } from '#web/platform/language/text.ts'

/** What every vehicle has; damage comes after it, as much as there is. */
const SHOTS = SHOT_SLOTS.slice(0, SHOT_SLOTS.indexOf('damage-1'))
const DAMAGE = SHOT_SLOTS.filter((slot) => slot.startsWith('damage-'))

/** The camera for the yard: the shot list of a vehicle on a phone, also without a connection. */
export default function AdminCamera({ vehicleId }: { vehicleId: string }) {
  const { query, readAgain } = usePhotos(vehicleId)
  const { shots, take, remove, retry } = useCamera(() => void readAgain())
  const { data, error } = query
  const own = shots.filter((shot) => shot.vehicleId === vehicleId)
  const title = data?.vehicle.title ?? own[0]?.title ?? t`Vehicle`
  const items = data?.items ?? []
  const isTaken = (slot: ShotSlot) => [...items, ...own].some((each) => each.slot === slot)
  const next = SHOTS.find((slot) => !isTaken(slot))
  const damage = DAMAGE.slice(0, DAMAGE.findLastIndex(isTaken) + 2)
  return (
    <div className="max-w-[44rem]">
      <BackLink href={paths.adminPhotos(vehicleId)}>{t`Photos`}</BackLink>
      <div className="mt-1 flex items-center gap-3">
        {data?.vehicle.lotNumber == null ? null : <Plate number={data.vehicle.lotNumber} size="md" />}
        <h1 className="min-w-0 text-xl break-words">{t`${title}: take photos`}</h1>
      </div>
      <Progress items={data?.items ?? null} own={own} />
      {data === undefined && error !== null ? (
        <RequestFailed title={t`We couldn’t load which shots are uploaded`} failure={error} />
      ) : null}
      <Waiting shots={shots} vehicleId={vehicleId} />
      <h2 className="mt-6 text-lg">{t`Shot list`}</h2>
      <ul className="mt-2 border-b border-line">
        {[...SHOTS, ...damage].map((slot) => (
          <ShotRow
            key={slot}
            slot={slot}
            isNext={slot === next}
            uploaded={items.filter((each) => each.slot === slot)}
            shots={own.filter((each) => each.slot === slot)}
            onTake={(content) => void take(vehicleId, title, slot, content)}
            onRetry={retry}
            onRemove={(key) => void remove(key)}
          />
        ))}
      </ul>
    </div>
  )
}

const isPending = ({ state }: Shot) => state !== 'sent'

/** `items` null: not known. */
function Progress({ items, own }: { items: readonly VehiclePhoto[] | null; own: readonly Shot[] }) {
  const there = new Set([...(items ?? []), ...own.filter((shot) => !isPending(shot))].map(({ slot }) => slot))
  const done = SHOTS.filter((slot) => there.has(slot)).length
  const pending = own.filter(isPending).length
  const total = SHOTS.length
  const uploaded = items === null ? null : t`${done} of ${total} shots uploaded.`
  const left =
    pending === 0 ? null : plural(pending, { one: '# photo not uploaded yet.', other: '# photos not uploaded yet.' })
  return (
    <p role="status" className="tabular mt-1 min-h-6 text-sm text-slate">
      {[uploaded, left].filter((part) => part !== null).join(' ')}
    </p>
  )
}

/** What isn't uploaded yet and why, with what would lose it. */
function Waiting({ shots, vehicleId }: { shots: readonly Shot[]; vehicleId: string }) {
  const isOnline = useOnline()
  const pending = shots.filter(isPending)
  const others = pending.filter((shot) => shot.vehicleId !== vehicleId)
  const atRisk = pending.filter(({ isKept, state }) => !isKept && state !== 'saving')
  return (
    <div className="mt-3 flex flex-col gap-3">
      {atRisk.length === 0 ? null : (
        <Notice tone="bad" title={t`Don’t close this page`}>
          {plural(atRisk.length, {
            one: 'This browser couldn’t store # photo. Closing the page before the upload loses it.',
            other: 'This browser couldn’t store # photos. Closing the page before the upload loses them.',
          })}
        </Notice>
      )}
      {isOnline ? null : (
        <Notice
          tone="info"
          title={t`Keep taking photos`}
        >{t`They stay on this device and are uploaded when the connection is back. If you close this page, open it again with a connection.`}</Notice>
      )}
      {others.length === 0 ? null : (
        <Notice
          tone="info"
          title={plural(others.length, {
            one: '# photo of other vehicles on this device',
            other: '# photos of other vehicles on this device',
          })}
        >
          {isOnline ? t`They’re uploaded from this page, too.` : t`They’re uploaded when the connection is back.`}
          <OtherVehicles shots={others} />
        </Notice>
      )}
    </div>
  )
}

function OtherVehicles({ shots }: { shots: readonly Shot[] }) {
  const titles = new Map(shots.map(({ vehicleId, title }) => [vehicleId, title]))
  return (
    <ul className="mt-1">
      {[...titles].map(([id, title]) => (
        <li key={id}>
          <Link href={paths.adminPage(`photos/${id}/camera`)} className="font-semibold underline underline-offset-4">
            {title}
          </Link>
          : {countOf(shots.filter(({ vehicleId }) => vehicleId === id).length)}
        </li>
      ))}
    </ul>
  )
}

function countOf(photos: number): string {
  return plural(photos, { one: '# photo', other: '# photos' })
}
