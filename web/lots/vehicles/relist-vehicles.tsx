import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { relistVehicles } from '#contract/lots/lot-entry.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { VehicleLine } from '#contract/lots/vehicles.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { usePlannedAuctions } from '#web/auctions/use-planned-auctions.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'
import { VEHICLES_KEY } from './use-vehicles.ts'
import { plural, t, translated } from '#web/platform/language/text.ts'

type Done = ReplyOf<typeof relistVehicles>

/** Puts the chosen vehicles into another auction, on the terms of their last lots. */
export function RelistVehicles({ vehicles }: { vehicles: readonly VehicleLine[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {t`Relist selected (${vehicles.length})`}
      </Button>
      {isOpen ? <ChooseAuction vehicles={vehicles} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ChooseAuction({ vehicles, onClose }: { vehicles: readonly VehicleLine[]; onClose: () => void }) {
  const client = useQueryClient()
  const [auctionId, setAuctionId] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  const { data: auctions, error } = usePlannedAuctions()
  const send = useCall(relistVehicles)
  const chosen = auctionId === '' ? (auctions?.[0]?.id ?? '') : auctionId
  const { run, busy, failure } = useAttempt(async () => {
    const body = { vehicleIds: vehicles.map(({ id }) => id) }
    const reply = await send({ params: { auctionId: chosen }, body })
    await client.invalidateQueries({ queryKey: [VEHICLES_KEY] })
    if (reply.skipped.length > 0) return setDone(reply)
    toast({ title: plural(reply.entered, { one: '# vehicle relisted', other: '# vehicles relisted' }) })
    onClose()
  })
  return (
    <Dialog
      onClose={onClose}
      title={t`Relist ${plural(vehicles.length, { one: '# vehicle', other: '# vehicles' })}`}
      description={t`Each gets a new lot at the end of the run list, with the amounts and seller of its last lot. Until you publish, you can change or remove lots there.`}
    >
      {failure === null && error === null ? null : (
        <RequestFailed title={t`Nothing was relisted`} failure={failure ?? error} />
      )}
      {done !== null ? (
        <Skipped done={done} vehicles={vehicles} />
      ) : auctions?.length === 0 ? (
        <p>{t`No auction is planned. Create one first.`}</p>
      ) : (
        <Field label={t`Auction`}>
          <Select value={chosen} onChange={({ target }) => setAuctionId(target.value)}>
            <Options of={auctions?.map(({ id, title, currency }) => [id, `${title} (${currency})`]) ?? []} />
          </Select>
        </Field>
      )}
      <DialogFooter>
        <DialogClose>{done === null ? t`Cancel` : t`Close`}</DialogClose>
        {done === null ? (
          <Button disabled={chosen === ''} aria-disabled={busy} onClick={() => void run()}>
            {busy ? t`Relisting` : t`Relist vehicles`}
          </Button>
        ) : null}
      </DialogFooter>
    </Dialog>
  )
}

function Skipped({ done, vehicles }: { done: Done; vehicles: readonly VehicleLine[] }) {
  const nameOf = (vehicleId: string) => {
    const vehicle = vehicles.find(({ id }) => id === vehicleId)
    return [vehicle?.year, vehicle?.make, vehicle?.model].filter(Boolean).join(' ')
  }
  return (
    <Notice tone="info" title={t`${done.entered} relisted, ${done.skipped.length} not`}>
      <ul className="max-h-60 overflow-y-auto">
        {done.skipped.map(({ vehicleId, reason }) => (
          <li key={vehicleId}>
            {nameOf(vehicleId)}: {translated(reason)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
