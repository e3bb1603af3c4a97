import { LadderFields } from '#web/auctions/ladder-fields.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { type Draft, ROW, Section } from './setting-section.tsx'

const CURRENCY_NAMES = new Intl.DisplayNames('en', { type: 'currency' })

/** Currencies that have hundredths, as the house counts. */
const CURRENCIES = Intl.supportedValuesOf('currency').filter(
  (code) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits === 2,
)
const ZONES = Intl.supportedValuesOf('timeZone')

// Hundreds of them: made once, and not again for every letter that is typed elsewhere in the form.
const CURRENCY_OPTIONS = CURRENCIES.map((code) => (
  <option key={code} value={code}>
    {code} · {CURRENCY_NAMES.of(code)}
  </option>
))
const ZONE_OPTIONS = ZONES.map((zone) => (
  <option key={zone} value={zone}>
    {zone.replaceAll('_', ' ')}
  </option>
))

/** What is set now is offered, even where this browser does not list it. */
export function PlaceSection({ settings, set, faultOf }: Draft) {
  return (
    <Section
      title="Currency and time zone"
      lead="The currency of the fee and of new sales, and where the house’s days begin and end: due dates, storage, numbers by year."
    >
      <div className={ROW}>
        <Field
          label="Currency"
          hint="Can be changed while no lot is on sale or announced; amounts keep their figures."
          error={faultOf('currency')}
        >
          <Select value={settings.currency} onChange={(event) => set({ currency: event.target.value })}>
            {CURRENCIES.includes(settings.currency) ? null : <option>{settings.currency}</option>}
            {CURRENCY_OPTIONS}
          </Select>
        </Field>
        <Field label="Time zone" error={faultOf('timeZone')}>
          <Select value={settings.timeZone} onChange={(event) => set({ timeZone: event.target.value })}>
            {ZONES.includes(settings.timeZone) ? null : <option>{settings.timeZone}</option>}
            {ZONE_OPTIONS}
          </Select>
        </Field>
      </div>
    </Section>
  )
}

export function LadderSection({ settings, set, faultOf }: Draft) {
  const fault = faultOf('ladder')
  return (
    <Section
      title="Increment ladder"
      lead="From each price on, the least step to the next bid. New sales begin with it; sales that are entered keep theirs."
      {...(fault === undefined ? {} : { fault })}
    >
      <LadderFields ladder={settings.ladder} currency={settings.currency} onChange={(ladder) => set({ ladder })} />
    </Section>
  )
}
