import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { changeLot, type EnteredLot, enterLot, readRunList } from '#contract/lots/lot-entry.ts'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import { type OwnCosts, withOwnCosts } from '#contract/auctions/own-costs.ts'
import { OwnCostsFields } from '#web/auctions/own-costs-fields.tsx'
import { isUnfinished } from '#web/auctions/price-parts.tsx'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { VEHICLE_STATE_WORDS } from '#contract/lots/vehicles.ts'
import type { VehicleLine } from '#contract/lots/vehicles.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { fieldFaults, formFault } from '#web/platform/forms/request-faults.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { decimalMark } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Consignment, LotSeller } from './lot-seller.tsx'
import { useVehicle, useVehicles } from '../vehicles/use-vehicles.ts'
import { t, translated } from '#web/platform/language/text.ts'

type Typed = {
  openingBid: string
  reserve: string
  buyNow: string
  guideLow: string
  guideHigh: string
  sellerEmail: string
}

/** The terms of a lot: for a vehicle that is being added to the auction, or for an existing lot. */
export function LotEntry({
  auction,
  lot,
  onClose,
}: {
  auction: StaffAuction
  lot: EnteredLot | 'new'
  onClose: () => void
}) {
  const [vehicle, setVehicle] = useState<VehicleLine | null>(null)
  const title = lot === 'new' ? t`Add vehicle` : lot.title
  return (
    <Dialog onClose={onClose} title={title} className="w-[min(40rem,calc(100vw-2rem))]">
      {lot === 'new' && vehicle === null ? (
        <ChooseVehicle onChoose={setVehicle} />
      ) : (
        <Terms auction={auction} lot={lot === 'new' ? null : lot} vehicle={vehicle} onClose={onClose} />
      )}
    </Dialog>
  )
}

function ChooseVehicle({ onChoose }: { onChoose: (vehicle: VehicleLine) => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data, error } = useVehicles({ show: 'unoffered', ...(q === '' ? {} : { q }) })
  return (
    <>
      <Field
        label={t`Make, model, VIN or stock number`}
        hint={t`Vehicles in stock, passed or withdrawn. Sold vehicles and those in an auction can’t be added.`}
      >
        <Input type="search" value={typed} maxLength={120} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      {error === null ? null : <p className="mt-3 text-outbid">{failureMessage(error)}</p>}
      <ul className="mt-4 max-h-80 overflow-y-auto border-b border-line">
        {data?.items.slice(0, 20).map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3 border-t border-line py-2">
            <span className="min-w-0">
              <span className="block font-semibold">
                {[one.year, one.make, one.model, one.trim].filter((part) => part !== null).join(' ')}
              </span>
              <span className="block text-sm wrap-anywhere text-slate">
                {[translated(VEHICLE_STATE_WORDS[one.state]), one.stockNumber, one.vin]
                  .filter((part) => part !== null)
                  .join(' · ')}
              </span>
            </span>
            <Button variant="outline" size="sm" onClick={() => onChoose(one)}>{t`Choose`}</Button>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 ? <p className="mt-3 text-slate">{t`No vehicle matches.`}</p> : null}
    </>
  )
}

function Terms({
  auction,
  lot,
  vehicle,
  onClose,
}: {
  auction: StaffAuction
  lot: EnteredLot | null
  vehicle: VehicleLine | null
  onClose: () => void
}) {
  const { data, isLoading } = useVehicle(vehicle?.id ?? null)
  // An imported file's suggestions are filled in, so they must be loaded before the form is shown.
  if (isLoading) return <p role="status">{t`Loading vehicle`}</p>
  const planned = data?.plannedTerms?.currency === auction.currency ? data.plannedTerms : null
  return (
    <TermsForm auction={auction} lot={lot} vehicleId={vehicle?.id ?? null} from={lot ?? planned} onClose={onClose} />
  )
}

type From = {
  openingBid: number | null
  reserve: number | null
  buyNow: number | null
  sellerEmail?: string | null
  consignorId?: string | null
  consignor?: EnteredLot['consignor']
  commission?: EnteredLot['commission']
  costs?: OwnCosts | null
  guide?: EnteredLot['guide'] | undefined
} | null

function TermsForm({
  auction,
  lot,
  vehicleId,
  from,
  onClose,
}: {
  auction: StaffAuction
  lot: EnteredLot | null
  vehicleId: string | null
  from: From
  onClose: () => void
}) {
  const client = useQueryClient()
  const unit = minorUnits(auction.currency)
  const text = (amount: number | null | undefined) =>
    amount == null ? '' : String(amount / unit).replace('.', decimalMark())
  const [id] = useState(() => lot?.id ?? crypto.randomUUID())
  const [typed, setTyped] = useState<Typed>({
    openingBid: text(from?.openingBid),
    reserve: text(from?.reserve),
    buyNow: text(from?.buyNow),
    guideLow: text(from?.guide?.low),
    guideHigh: text(from?.guide?.high),
    sellerEmail: from?.sellerEmail ?? '',
  })
  const [consignment, setConsignment] = useState<Consignment>({
    consignorId: from?.consignorId ?? null,
    consignor: from?.consignor ?? null,
    commission: from?.commission ?? null,
  })
  const [costs, setCosts] = useState(from?.costs ?? null)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const [fault, setFault] = useState<string | null>(null)
  const { run, busy } = useSingleFlight(async () => {
    try {
      await send(auction, lot, { id, vehicleId: vehicleId ?? '' }, { typed, consignment, costs })
      await client.invalidateQueries({ queryKey: [readRunList.path, auction.id] })
      onClose()
    } catch (failure) {
      const found = fieldFaults(failure)
      setFaults(Object.fromEntries(found.map((one) => [one.field, one.message])))
      setFault(formFault(failure, (one) => one in typed || /^(consignorId|guide|costs\..+|commission\..+)$/.test(one)))
    }
  })
  return (
    <form noValidate onSubmit={onSubmitOf(run)}>
      <Amounts typed={typed} currency={auction.currency} faults={faults} set={setTyped} />
      <LotCosts {...{ auction, costs, faults }} set={setCosts} />
      <LotSeller consignment={consignment} currency={auction.currency} faults={faults} set={setConsignment} />
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t`We couldn’t save the lot`}>
            {fault}
          </Notice>
        </div>
      )}
      <DialogSubmit disabled={isUnfinished(costs)} busy={busy}>
        {busy ? t`Saving` : lot === null ? t`Add to auction` : t`Save terms`}
      </DialogSubmit>
    </form>
  )
}

/** Premium and tax of this lot alone. */
function LotCosts({
  auction,
  costs,
  faults,
  set,
}: {
  auction: StaffAuction
  costs: OwnCosts | null
  faults: Partial<Record<string, string>>
  set: (costs: OwnCosts | null) => void
}) {
  const company = useCompanyTerms()
  if (company === undefined) return null
  return (
    <fieldset className="mt-5 border-t border-line pt-4">
      <legend className="sr-only">{t`Premium and tax`}</legend>
      <OwnCostsFields
        costs={costs}
        usual={withOwnCosts(company, [auction.costs])}
        currency={auction.currency}
        faultOf={(field) => faultUnder(faults, `costs.${field}`)}
        set={set}
      />
    </fieldset>
  )
}

function Amounts({
  typed,
  currency,
  faults,
  set,
}: {
  typed: Typed
  currency: string
  faults: Partial<Record<string, string>>
  set: (typed: Typed) => void
}) {
  const field = (name: keyof Typed, label: string, hint?: string) => (
    <Field label={label} hint={hint} error={faults[name === 'guideLow' ? 'guide' : name]}>
      <Input
        inputMode={name === 'sellerEmail' ? 'email' : 'decimal'}
        value={typed[name]}
        onChange={(event) => set({ ...typed, [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {field('openingBid', t`Opening bid (${currency})`)}
      {field('reserve', t`Reserve (${currency})`, t`Leave empty for none.`)}
      {field('buyNow', t`Buy-now price (${currency})`, t`Leave empty for none.`)}
      {field(
        'sellerEmail',
        t`Owner’s email`,
        t`This account can’t bid on the lot. A seller’s own account is filled in.`,
      )}
      {field(
        'guideLow',
        t`Guide price, low (${currency})`,
        t`Optional. Reports compare prices with it; bidders don’t see it.`,
      )}
      {field('guideHigh', t`Guide price, high (${currency})`, t`Leave empty if it’s one amount.`)}
    </div>
  )
}

/** The error of a field, or of a part of it. */
function faultUnder(faults: Partial<Record<string, string>>, field: string): string | undefined {
  return Object.entries(faults).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
}

/** Adds the vehicle to the auction, or changes the terms of the existing lot. Invalid amounts are left for the server to report. */
async function send(
  auction: StaffAuction,
  lot: EnteredLot | null,
  fresh: { id: string; vehicleId: string },
  {
    typed,
    consignment: { consignorId, commission },
    costs,
  }: { typed: Typed; consignment: Consignment; costs: OwnCosts | null },
): Promise<void> {
  const unit = minorUnits(auction.currency)
  const amount = (words: string) => (words.trim() === '' ? null : typedNumber(words, unit))
  const [low, high] = [amount(typed.guideLow), amount(typed.guideHigh)]
  const terms = {
    openingBid: amount(typed.openingBid) ?? 0,
    reserve: amount(typed.reserve),
    buyNow: amount(typed.buyNow),
    sellerEmail: typed.sellerEmail.trim() || null,
    consignorId,
    commission,
    costs,
    guide: low === null && high === null ? null : { low: low ?? high ?? 0, high: high ?? low ?? 0 },
  }
  if (lot === null) await call(enterLot, { params: { auctionId: auction.id }, body: { ...fresh, ...terms } })
  else await call(changeLot, { params: { lotId: lot.id }, body: terms })
}
