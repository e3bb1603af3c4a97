import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffAuction } from '#contract/auctions/auction-entry.ts'
import { changeLots, type EnteredLot, type LotChanges, readRunList } from '#contract/lots/lot-entry.ts'
import { readChecklist } from '#contract/lots/publish-checks.ts'
import { isCode, optionsOf } from '#contract/lots/vocabulary.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { fieldFaults } from '#web/platform/forms/request-faults.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Checkbox, Field, Input, Options, Select } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

type Typed = {
  openingBid: string
  reserve: string
  noReserve: boolean
  guideLow: string
  guideHigh: string
  location: string
  titleBrand: string
}

const NOTHING: Typed = {
  openingBid: '',
  reserve: '',
  noReserve: false,
  guideLow: '',
  guideHigh: '',
  location: '',
  titleBrand: '',
}

/** Changes what several draft lots have in common; what is left empty stays as it is. */
export function BulkEdit({
  auction,
  lots,
  onClose,
}: {
  auction: StaffAuction
  lots: readonly EnteredLot[]
  onClose: (isDone: boolean) => void
}) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(NOTHING)
  const { run, busy, failure } = useAttempt(async () => {
    const body = { lotIds: lots.map(({ id }) => id), changes: changesOf(typed, minorUnits(auction.currency)) }
    const list = await call(changeLots, { params: { auctionId: auction.id }, body })
    client.setQueryData([readRunList.path, auction.id], list)
    void client.invalidateQueries({ queryKey: [readChecklist.path, auction.id] })
    toast({ title: plural(lots.length, { one: '# lot changed', other: '# lots changed' }) })
    onClose(true)
  })
  const faults = new Map(fieldFaults(failure).map(({ field, message }) => [field, message]))
  const error = (name: keyof Typed | 'guide') => faults.get(`changes.${name}`)
  const hasOwnPlace = ['openingBid', 'reserve', 'guide', 'location', 'titleBrand'].some((name) =>
    faults.has(`changes.${name}`),
  )
  const type = (own: Partial<Typed>) => setTyped({ ...typed, ...own })
  return (
    <Dialog
      onClose={() => onClose(false)}
      title={t`Edit ${plural(lots.length, { one: '# lot', other: '# lots' })}`}
      description={t`What you leave empty stays as it is. There is no undo; the audit log keeps the values before.`}
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        {failure === null || hasOwnPlace ? null : <RequestFailed title={t`Nothing was changed`} failure={failure} />}
        <Fields {...{ typed, type, error }} currency={auction.currency} />
        <DialogSubmit busy={busy}>
          {busy ? t`Saving` : t`Change ${plural(lots.length, { one: '# lot', other: '# lots' })}`}
        </DialogSubmit>
      </form>
    </Dialog>
  )
}

function Fields({
  typed,
  type,
  error,
  currency,
}: {
  typed: Typed
  type: (own: Partial<Typed>) => void
  error: (name: keyof Typed | 'guide') => string | undefined
  currency: string
}) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={t`Opening bid (${currency})`} error={error('openingBid')}>
        <Input
          inputMode="decimal"
          value={typed.openingBid}
          onChange={({ target }) => type({ openingBid: target.value })}
        />
      </Field>
      <div>
        <Field label={t`Reserve (${currency})`} error={error('reserve')}>
          <Input
            inputMode="decimal"
            disabled={typed.noReserve}
            value={typed.noReserve ? '' : typed.reserve}
            onChange={({ target }) => type({ reserve: target.value })}
          />
        </Field>
        <Checkbox
          label={t`Remove the reserve`}
          checked={typed.noReserve}
          onChange={({ target }) => type({ noReserve: target.checked })}
        />
      </div>
      <Field label={t`Guide price, low (${currency})`} error={error('guide')}>
        <Input inputMode="decimal" value={typed.guideLow} onChange={({ target }) => type({ guideLow: target.value })} />
      </Field>
      <Field label={t`Guide price, high (${currency})`} hint={t`Leave empty if it’s one amount.`}>
        <Input
          inputMode="decimal"
          value={typed.guideHigh}
          onChange={({ target }) => type({ guideHigh: target.value })}
        />
      </Field>
      <Field label={t`Location`} error={error('location')}>
        <Input maxLength={120} value={typed.location} onChange={({ target }) => type({ location: target.value })} />
      </Field>
      <Field label={t`Title`} error={error('titleBrand')}>
        <Select value={typed.titleBrand} onChange={({ target }) => type({ titleBrand: target.value })}>
          <option value="">{t`No change`}</option>
          <Options of={optionsOf('titleBrand').map(({ code, label }) => [code, translated(label)])} />
        </Select>
      </Field>
    </div>
  )
}

/** Invalid amounts are left for the server to report. */
function changesOf(typed: Typed, unit: number): LotChanges {
  const { openingBid, reserve, noReserve, guideLow, guideHigh, location, titleBrand } = typed
  const [low, high] = [guideLow, guideHigh].map((words) => (words.trim() === '' ? null : words))
  const amount = (words: string) => typedNumber(words, unit)
  return {
    ...(openingBid.trim() === '' ? {} : { openingBid: amount(openingBid) }),
    ...(noReserve ? { reserve: null } : reserve.trim() === '' ? {} : { reserve: amount(reserve) }),
    ...(low == null && high == null
      ? {}
      : { guide: { low: amount(low ?? high ?? ''), high: amount(high ?? low ?? '') } }),
    ...(location.trim() === '' ? {} : { location: location.trim() }),
    ...(isCode('titleBrand', titleBrand) ? { titleBrand } : {}),
  }
}
