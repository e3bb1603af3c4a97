import { t, translated } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Vehicle } from '#contract/lots/lots.ts'
import { type Destination, shippingEstimate } from '#contract/lots/shipping-estimate.ts'
import { readShipping, type ShippingTable } from '#contract/lots/shipping.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { COUNTRIES } from '#web/accounts/profile/countries.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Field, Input, Options, Select } from '#web/ui/field.tsx'
import { Fold } from '#web/ui/fold.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { keepStored, readStored } from '#web/platform/stored.ts'

const KEY = 'shipping-destination'
const PLACE_MAX = 12

/** The destination for which this browser last estimated transport; null before the first estimate. */
function rememberedDestination(): Destination | null {
  const [country = '', place = ''] = (readStored(KEY) ?? '').split('|')
  return /^[A-Z]{2}$/.test(country) ? { country, place: place.slice(0, PLACE_MAX) } : null
}

function rememberDestination({ country, place }: Destination): void {
  keepStored(KEY, `${country}|${place.replaceAll('|', '')}`)
}

type Shipped = Pick<Vehicle, 'body' | 'runState' | 'location'>

/** The likely cost of transporting the vehicle, by the operator's table. */
export function LotShipping({ vehicle }: { vehicle: Shipped }) {
  const { data, error } = useQuery({
    queryKey: [readShipping.path],
    queryFn: ({ signal }) => call(readShipping, {}, signal),
  })
  return (
    <Fold id="shipping" title={t`Shipping estimate`}>
      {data !== undefined ? (
        <Estimator vehicle={vehicle} table={data.table} currency={data.currency} />
      ) : error === null ? (
        <Skeleton className="mt-3 h-24" />
      ) : (
        <div className="mt-3">
          <RequestFailed title={t`We couldn’t load the estimate`} failure={error} />
        </div>
      )}
    </Fold>
  )
}

/** With the table already loaded. */
function Estimator({ vehicle, table, currency }: { vehicle: Shipped; table: ShippingTable; currency: string }) {
  const countries = countriesOf(table)
  const [to, setTo] = useState<Destination>(() => {
    const known = rememberedDestination()
    return known !== null && countries.some(({ code }) => code === known.country)
      ? known
      : { country: countries[0]?.code ?? '', place: '' }
  })
  if (countries.length === 0) {
    return (
      <p className="mt-2 max-w-[44rem] text-slate">
        {t`We don’t quote transport. Pick up the vehicle in ${vehicle.location}, send your own carrier, or ask below.`}
      </p>
    )
  }
  const change = (own: Partial<Destination>) => {
    const next = { ...to, ...own }
    setTo(next)
    rememberDestination(next)
  }
  return (
    <>
      <div className="mt-3 grid max-w-[32rem] grid-cols-2 gap-4">
        <Field label={t`To`}>
          <Select value={to.country} onChange={(event) => change({ country: event.target.value })}>
            <Options of={countries.map(({ code, name }) => [code, name])} />
          </Select>
        </Field>
        <Field label={t`ZIP or state`}>
          <Input
            value={to.place}
            maxLength={12}
            autoComplete="postal-code"
            onChange={(event) => change({ place: event.target.value })}
          />
        </Field>
      </div>
      <div aria-live="polite" className="mt-4 max-w-[32rem]">
        {to.place.trim() === '' && needsPlace(table, to.country) ? (
          <p className="text-slate">{t`Enter a ZIP code or state to see an estimate.`}</p>
        ) : (
          <Lines vehicle={vehicle} table={table} currency={currency} to={to} />
        )}
      </div>
    </>
  )
}

function Lines({
  vehicle,
  table,
  currency,
  to,
}: {
  vehicle: Shipped
  table: ShippingTable
  currency: string
  to: Destination
}) {
  const estimate = shippingEstimate(table, vehicle, to)
  if ('fault' in estimate) {
    return (
      <p className="text-slate">
        {estimate.fault === 'no-zone'
          ? t`We don’t quote this destination. Ask below, or send your own carrier.`
          : t`We don’t quote vehicles of this size there. Ask below, or send your own carrier.`}
      </p>
    )
  }
  return (
    <>
      <dl className="tabular grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
        {estimate.lines.map(({ label, amount }) => (
          <div key={label} className="contents">
            <dt className="text-slate">{translated(label)}</dt>
            <dd className="text-right">{formatExactMoney(amount, currency)}</dd>
          </div>
        ))}
        <dt className="border-t border-line pt-1.5 font-semibold">{t`Estimate, ${estimate.zone}`}</dt>
        <dd className="border-t border-line pt-1.5 text-right font-semibold">
          {formatExactMoney(estimate.total, currency)}
        </dd>
      </dl>
      <p className="mt-2 text-sm text-slate">
        {t`From ${vehicle.location}. Estimate only, not part of your bid or invoice.${table.note === '' ? '' : ` ${table.note}`}`}
      </p>
    </>
  )
}

function countriesOf({ zones }: ShippingTable): { code: string; name: string }[] {
  const codes = [...new Set(zones.map(({ country }) => country))]
  return codes.map((code) => ({ code, name: COUNTRIES.find((one) => one.code === code)?.name ?? code }))
}

/** No zone means the whole country. */
function needsPlace({ zones }: ShippingTable, country: string): boolean {
  return !zones.some((zone) => zone.country === country && zone.places.length === 0)
}
