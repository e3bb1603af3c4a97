import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import { chooseAuctionHero } from '#contract/lots/auction-hero.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Picture } from '../picture.tsx'
import { t } from '#web/platform/language/text.ts'

/** The auction's picture in the calendar and on its page: the first photo of one of its vehicles. */
export function AuctionHero({
  auction,
  lots,
  onChange,
}: {
  auction: StaffAuction
  lots: readonly EnteredLot[]
  onChange: (auction: StaffAuction) => void
}) {
  const [chosen, setChosen] = useState('')
  const choose = useMutation({
    mutationFn: (vehicleId: string | null) =>
      call(chooseAuctionHero, { params: { auctionId: auction.id }, body: { vehicleId } }),
    onSuccess: ({ heroPhoto }) => {
      setChosen('')
      onChange({ ...auction, heroPhoto })
      toast({ title: heroPhoto === null ? t`Auction photo removed` : t`Auction photo saved` })
    },
  })
  return (
    <section aria-labelledby="auction-hero" className="mt-8 border-t border-line pt-6">
      <h2 id="auction-hero" className="text-lg">{t`Auction photo`}</h2>
      <p className="mt-1 text-sm text-slate">{t`Choose a vehicle: its first photo represents the auction, and its lot leads the home page until it closes.`}</p>
      <div className="mt-4 grid max-w-[44rem] items-start gap-6 sm:grid-cols-[14rem_1fr]">
        <Shown url={auction.heroPhoto} />
        <div className="flex flex-col gap-3">
          <Field label={t`Vehicle`} error={choose.error === null ? undefined : failureMessage(choose.error)}>
            <VehicleSelect
              lots={lots}
              chosen={chosen}
              onChoose={(vehicleId) => {
                choose.reset()
                setChosen(vehicleId)
              }}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="outline"
              disabled={chosen === ''}
              aria-disabled={choose.isPending}
              onClick={() => choose.isPending || choose.mutate(chosen)}
            >{t`Use first photo`}</Button>
            {auction.heroPhoto === null ? null : (
              <Button
                variant="link"
                aria-disabled={choose.isPending}
                onClick={() => choose.isPending || choose.mutate(null)}
              >{t`Remove photo`}</Button>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

function Shown({ url }: { url: string | null }) {
  if (url === null) {
    return <p className="grid aspect-3/2 place-items-center rounded-sm bg-fog text-sm text-slate">{t`No photo yet`}</p>
  }
  const fit = 'aspect-3/2 w-full rounded-sm object-cover'
  return <Picture photo={{ url }} sizes="14rem" alt={t`Auction photo`} className={fit} />
}

function VehicleSelect({
  lots,
  chosen,
  onChoose,
  ...rest
}: {
  lots: readonly EnteredLot[]
  chosen: string
  onChoose: (vehicleId: string) => void
}) {
  const pictured = lots.filter(({ photoCount }) => photoCount > 0)
  return (
    <Select
      {...rest}
      value={chosen}
      disabled={pictured.length === 0}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">
        {pictured.length === 0 ? t`No vehicle in the run list has photos yet` : t`Choose a vehicle`}
      </option>
      <Options of={pictured.map(({ vehicleId, lotNumber, title }) => [vehicleId, `${lotNumber} · ${title}`])} />
    </Select>
  )
}
