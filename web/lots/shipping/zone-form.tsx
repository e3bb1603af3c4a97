import { SHIPPING_CLASSES, type ShippingClass } from '#contract/lots/shipping.ts'
import { CountrySelect } from '#web/accounts/profile/country-select.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import type { ZoneDraft } from './zone-draft.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

const CLASS_NAMES: Record<ShippingClass, string> = {
  small: t`Motorcycle or ATV`,
  car: t`Car`,
  large: t`SUV, pickup or van`,
  heavy: t`Anything larger`,
}

/** One zone: where it is, and its prices by the space a vehicle takes up. */
export function ZoneForm({
  zone,
  currency,
  onChange,
  onRemove,
}: {
  zone: ZoneDraft
  currency: string
  onChange: (own: Partial<ZoneDraft>) => void
  onRemove: () => void
}) {
  const name = zone.name.trim() === '' ? t`New zone` : zone.name
  return (
    <li className="py-5">
      <fieldset>
        <div className="mb-3 flex items-center justify-between gap-3">
          <legend className="font-semibold">{name}</legend>
          <Button variant="outline" size="sm" onClick={onRemove}>
            <Trans>
              Remove<span className="sr-only"> {name}</span>
            </Trans>
          </Button>
        </div>
        <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <Field label={t`Name`}>
            <Input value={zone.name} maxLength={60} onChange={(event) => onChange({ name: event.target.value })} />
          </Field>
          <Field label={t`Country`}>
            <CountrySelect
              autoComplete="off"
              value={zone.country}
              onChange={(event) => onChange({ country: event.target.value })}
            />
          </Field>
          <Field label={t`Typical miles`}>
            <Input
              inputMode="numeric"
              className="tabular"
              value={zone.miles}
              onChange={(event) => onChange({ miles: event.target.value })}
            />
          </Field>
          <div className="sm:col-span-2">
            <Field
              label={t`ZIPs or states`}
              hint={t`ZIP code prefixes or state codes, separated by commas. Leave empty for the whole country.`}
            >
              <Input value={zone.places} onChange={(event) => onChange({ places: event.target.value })} />
            </Field>
          </div>
          <Field label={t`Only from`} hint={t`A vehicle location. Leave empty for all.`}>
            <Input value={zone.from} maxLength={80} onChange={(event) => onChange({ from: event.target.value })} />
          </Field>
        </div>
        <Rates zone={zone} currency={currency} onChange={(rates) => onChange({ rates })} />
      </fieldset>
    </li>
  )
}

function Rates({
  zone: { name, rates },
  currency,
  onChange,
}: {
  zone: ZoneDraft
  currency: string
  onChange: (rates: ZoneDraft['rates']) => void
}) {
  const input = (each: ShippingClass, part: 'base' | 'perMile', label: string) => (
    <Input
      inputMode="decimal"
      className="tabular"
      aria-label={`${name}, ${CLASS_NAMES[each]}: ${label}`}
      value={rates[each][part]}
      onChange={(event) => onChange({ ...rates, [each]: { ...rates[each], [part]: event.target.value } })}
    />
  )
  return (
    <div className="mt-4 grid max-w-[40rem] grid-cols-2 items-center gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_6.5rem_6.5rem]">
      <span className="text-xs text-slate max-sm:col-span-2">{t`Leave a row empty if not offered.`}</span>
      <span aria-hidden="true" className="text-xs font-semibold text-slate">
        {t`Base (${currency})`}
      </span>
      <span aria-hidden="true" className="text-xs font-semibold text-slate">
        {t`Per mile (${currency})`}
      </span>
      {SHIPPING_CLASSES.map((each) => (
        <div key={each} className="contents">
          <span className="max-sm:col-span-2">{CLASS_NAMES[each]}</span>
          {input(each, 'base', t`base`)}
          {input(each, 'perMile', t`per mile`)}
        </div>
      ))}
    </div>
  )
}
