import { fractionDigits } from '#contract/platform/currency.ts'
import { IncrementFields } from '#web/auctions/increments-fields.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { type Draft, ROW, Section } from './setting-section.tsx'
import { t } from '#web/platform/language/text.ts'
import { locale } from '#web/platform/language/language.ts'

const CURRENCY_NAMES = new Intl.DisplayNames(locale, { type: 'currency' })

/** Currencies with two decimals or none, as the server counts. */
const CURRENCIES = Intl.supportedValuesOf('currency').filter((code) => [0, 2].includes(fractionDigits(code)))
const ZONES = Intl.supportedValuesOf('timeZone')

// Hundreds of them: created once, and not for every letter that is typed elsewhere in the form.
const CURRENCY_OPTIONS = <Options of={CURRENCIES.map((code) => [code, `${code} · ${CURRENCY_NAMES.of(code)}`])} />
const ZONE_OPTIONS = <Options of={ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')])} />

/** The current value is offered, even if this browser does not list it. */
export function PlaceSection({ settings, set, faultOf }: Draft) {
  return (
    <Section
      id="place"
      lead={t`The currency of the fee and new auctions, and the time zone for due dates, storage and yearly numbering.`}
    >
      <div className={ROW}>
        <Field
          label={t`Currency`}
          hint={t`You can change it while no lots are published. Amounts keep their figures.`}
          error={faultOf('currency')}
        >
          <Select value={settings.currency} onChange={(event) => set({ currency: event.target.value })}>
            {CURRENCIES.includes(settings.currency) ? null : <option>{settings.currency}</option>}
            {CURRENCY_OPTIONS}
          </Select>
        </Field>
        <Field label={t`Time zone`} error={faultOf('timeZone')}>
          <Select value={settings.timeZone} onChange={(event) => set({ timeZone: event.target.value })}>
            {ZONES.includes(settings.timeZone) ? null : <option>{settings.timeZone}</option>}
            {ZONE_OPTIONS}
          </Select>
        </Field>
      </div>
    </Section>
  )
}

export function IncrementsSection({ settings, set, faultOf }: Draft) {
  const fault = faultOf('increments')
  return (
    <Section
      id="increments"
      lead={t`The minimum step to the next bid from each price. New auctions start with these; existing auctions keep theirs.`}
      {...(fault === undefined ? {} : { fault })}
    >
      <IncrementFields
        increments={settings.increments}
        currency={settings.currency}
        onChange={(increments) => set({ increments })}
      />
    </Section>
  )
}
