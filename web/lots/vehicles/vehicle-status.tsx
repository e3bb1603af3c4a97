import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import {
  readVehicleHistory,
  recordVehicleEvent,
  type VehicleEvent,
  type VehicleHistory,
} from '#contract/lots/vehicle-events.ts'
import { VEHICLE_STATE_WORDS, type VehicleState } from '#contract/lots/vehicles.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { VEHICLES_KEY } from './use-vehicles.ts'
import { t, translated } from '#web/platform/language/text.ts'

/** What staff can record, and what that means. */
const ACTIONS: Record<VehicleEvent, { label: string; done: string; words: string; states: readonly VehicleState[] }> = {
  arrived: {
    label: t`Record arrival`,
    done: t`Arrival recorded`,
    words: t`The vehicle is in the yard.`,
    states: ['in-stock', 'in-auction', 'negotiating', 'passed', 'withdrawn', 'released'],
  },
  ready: {
    label: t`Mark ready`,
    done: t`Marked ready`,
    words: t`The vehicle is inspected, photographed and can be offered.`,
    states: ['in-stock', 'arrived', 'in-auction', 'negotiating', 'passed', 'withdrawn'],
  },
  released: {
    label: t`Release vehicle`,
    done: t`Release recorded`,
    words: t`The vehicle left the yard. To offer it again, record its arrival first.`,
    states: ['in-stock', 'arrived', 'ready', 'sold', 'passed', 'withdrawn'],
  },
}
const EVENTS = Object.keys(ACTIONS) as VehicleEvent[]

/** The state of a vehicle, what can be recorded of it, and its history. */
export function VehicleStatus({ vehicleId, state }: { vehicleId: string; state: VehicleState }) {
  const [event, setEvent] = useState<VehicleEvent | null>(null)
  const history = useQuery({
    queryKey: [readVehicleHistory.path, vehicleId, state],
    queryFn: ({ signal }) => call(readVehicleHistory, { params: { vehicleId } }, signal),
    staleTime: 0,
  })
  return (
    <section aria-labelledby="status" className="mt-6 max-w-[60rem] border-y border-line py-5">
      <h2 id="status" className="text-lg">
        {translated(VEHICLE_STATE_WORDS[state])}
      </h2>
      <div className="mt-3 flex flex-wrap gap-3">
        {EVENTS.filter((one) => ACTIONS[one].states.includes(state)).map((one) => (
          <Button key={one} variant="outline" size="sm" onClick={() => setEvent(one)}>
            {ACTIONS[one].label}
          </Button>
        ))}
      </div>
      {history.data !== undefined ? (
        <History history={history.data} />
      ) : history.error === null ? (
        <Skeleton className="mt-4 h-24" />
      ) : (
        <div className="mt-4">
          <RequestFailed title={t`We couldn’t load the history`} failure={history.error} />
        </div>
      )}
      {event === null ? null : <Record event={event} vehicleIds={[vehicleId]} onClose={() => setEvent(null)} />}
    </section>
  )
}

const STEP_WORDS: Record<VehicleHistory['items'][number]['what'], string> = {
  ...VEHICLE_STATE_WORDS,
  added: t`Added`,
  entered: t`Added to a run list`,
  published: t`Published`,
  negotiating: t`Closed below the reserve`,
}

function History({ history: { items } }: { history: VehicleHistory }) {
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t`History (${items.length})`}</summary>
      <ol className="mt-1">
        {items.map(({ at, what, by, note, lot }, index) => (
          // Two steps may be equal; the list is never reordered.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${at} ${what} ${index}`} className="flex flex-wrap gap-x-4 border-t border-line py-2 text-sm">
            <span className="tabular w-44 shrink-0 text-slate">{formatInstant(at)}</span>
            <span className="font-semibold">{translated(STEP_WORDS[what])}</span>
            <span>
              {[
                lot === null ? null : t`lot ${lot.lotNumber} in ${lot.auctionTitle}`,
                by === null ? null : t`by ${by}`,
                note === '' ? null : note,
              ]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The buttons that record an event of all selected vehicles. */
export function RecordEvents({ vehicleIds }: { vehicleIds: readonly string[] }) {
  const [event, setEvent] = useState<VehicleEvent | null>(null)
  return (
    <>
      {EVENTS.map((one) => (
        <Button key={one} variant="outline" size="sm" onClick={() => setEvent(one)}>
          {ACTIONS[one].label} ({vehicleIds.length})
        </Button>
      ))}
      {event === null ? null : <Record event={event} vehicleIds={vehicleIds} onClose={() => setEvent(null)} />}
    </>
  )
}

/** Records an event, once per vehicle; those whose state doesn't allow it are named with the reason. */
function Record({
  event,
  vehicleIds,
  onClose,
}: {
  event: VehicleEvent
  vehicleIds: readonly string[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const [done, setDone] = useState<ReplyOf<typeof recordVehicleEvent> | null>(null)
  const { label, words, done: doneWords } = ACTIONS[event]
  const { run, busy, failure } = useAttempt(async () => {
    const reply = await call(recordVehicleEvent, { body: { vehicleIds: [...vehicleIds], kind: event, note } })
    await client.invalidateQueries({ queryKey: [VEHICLES_KEY] })
    if (reply.skipped.length > 0) return setDone(reply)
    toast({ title: doneWords })
    onClose()
  })
  const count = vehicleIds.length === 1 ? '' : ` (${vehicleIds.length})`
  return (
    <Dialog
      onClose={onClose}
      title={`${label}${count}`}
      description={`${words} ${t`The record stays; it can’t be deleted.`}`}
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        {failure === null ? null : <RequestFailed title={t`Nothing was recorded`} failure={failure} />}
        {done === null ? (
          <Field label={t`Note`} hint={t`Optional.`}>
            <Input maxLength={300} value={note} onChange={({ target }) => setNote(target.value)} />
          </Field>
        ) : (
          <Notice tone="info" title={t`${done.recorded} recorded, ${done.skipped.length} not`}>
            <ul className="max-h-60 overflow-y-auto">
              {[...new Set(done.skipped.map(({ reason }) => reason))].map((reason) => (
                <li key={reason}>
                  {done.skipped.filter((one) => one.reason === reason).length}: {translated(reason)}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <DialogFooter>
          <DialogClose>{done === null ? t`Cancel` : t`Close`}</DialogClose>
          {done === null ? (
            <Button type="submit" aria-disabled={busy}>
              {busy ? t`Recording` : label}
            </Button>
          ) : null}
        </DialogFooter>
      </form>
    </Dialog>
  )
}
