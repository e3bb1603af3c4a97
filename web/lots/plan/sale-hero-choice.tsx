import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnteredLot } from '#contract/lot-entry.ts'
import type { StaffSale } from '#contract/sale-entry.ts'
import { chooseSaleHero } from '#contract/sale-hero.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Picture } from '../picture.tsx'

/** The picture that stands for the sale in the calendar and on its page: the first photograph of one of its vehicles. */
export function SaleHero({
  sale,
  lots,
  onChange,
}: {
  sale: StaffSale
  lots: readonly EnteredLot[]
  onChange: (sale: StaffSale) => void
}) {
  const [chosen, setChosen] = useState('')
  const choose = useMutation({
    mutationFn: (vehicleId: string | null) =>
      call(chooseSaleHero, { params: { auctionId: sale.id }, body: { vehicleId } }),
    onSuccess: ({ heroPhoto }) => {
      setChosen('')
      onChange({ ...sale, heroPhoto })
      toast({ title: heroPhoto === null ? 'The sale has no picture now' : 'The picture is chosen' })
    },
  })
  return (
    <section aria-labelledby="sale-hero" className="mt-8 border-t border-line pt-6">
      <h2 id="sale-hero" className="text-lg">
        Picture of the sale
      </h2>
      <p className="mt-1 text-sm text-slate">
        The first photograph of one of its vehicles stands for the sale in the calendar and on its page.
      </p>
      <div className="mt-4 grid max-w-[44rem] items-start gap-6 sm:grid-cols-[14rem_1fr]">
        <Shown url={sale.heroPhoto} />
        <div className="flex flex-col gap-3">
          <Field label="Vehicle" error={choose.error === null ? undefined : wordsOfFailure(choose.error)}>
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
            >
              Use its first photograph
            </Button>
            {sale.heroPhoto === null ? null : (
              <Button
                variant="link"
                aria-disabled={choose.isPending}
                onClick={() => choose.isPending || choose.mutate(null)}
              >
                Take the picture away
              </Button>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

function Shown({ url }: { url: string | null }) {
  if (url === null) {
    return <p className="grid aspect-3/2 place-items-center rounded-sm bg-fog text-sm text-slate">No picture yet</p>
  }
  const fit = 'aspect-3/2 w-full rounded-sm object-cover'
  return <Picture photo={{ url }} sizes="14rem" alt="Picture of the sale" className={fit} />
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
        {pictured.length === 0 ? 'No vehicle of the run list has photographs yet' : 'Choose a vehicle'}
      </option>
      {pictured.map(({ id, vehicleId, lotNumber, title }) => (
        <option key={id} value={vehicleId}>
          {lotNumber} · {title}
        </option>
      ))}
    </Select>
  )
}
