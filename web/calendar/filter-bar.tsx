import { t } from '#web/platform/language/text.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { type Filters, NO_FILTERS } from './filters.ts'
import { useZone, zonesWith, zoneWords } from './zone.ts'

/** Which auctions are shown, and the zone of their times. */
export function FilterBar({
  filters,
  locations,
  makes,
  now,
  onChange,
}: {
  filters: Filters
  locations: readonly string[]
  makes: readonly string[]
  /** The instant for a zone's offset, in ms. */
  now: number
  onChange: (filters: Filters) => void
}) {
  const isFiltered = Object.values(filters).some((value) => value !== '')
  return (
    <div
      className={`mb-6 grid grid-cols-2 items-end gap-3 ${isFiltered ? 'lg:grid-cols-[1fr_1fr_1fr_1.4fr_auto]' : 'lg:grid-cols-[1fr_1fr_1fr_1.4fr]'}`}
    >
      <Field label={t`Location`}>
        <Select value={filters.location} onChange={(event) => onChange({ ...filters, location: event.target.value })}>
          <option value="">{t`All locations`}</option>
          <Options of={locations.map((one) => [one, one])} />
        </Select>
      </Field>
      <Field label={t`Auction type`}>
        <Select value={filters.kind} onChange={(event) => onChange({ ...filters, kind: event.target.value })}>
          <option value="">{t`Timed and live`}</option>
          <option value="timed">{t`Timed`}</option>
          <option value="live">{t`Live`}</option>
        </Select>
      </Field>
      <Field label={t`Make`}>
        <Select value={filters.make} onChange={(event) => onChange({ ...filters, make: event.target.value })}>
          <option value="">{t`All makes`}</option>
          <Options of={makes.map((one) => [one, one])} />
        </Select>
      </Field>
      <ZoneChoice now={now} />
      {isFiltered ? (
        <Button variant="ghost" onClick={() => onChange(NO_FILTERS)}>
          {t`Clear filters`}
        </Button>
      ) : null}
    </div>
  )
}

/** The zone in which times are shown; remembered on this device. */
export function ZoneChoice({ now }: { now: number }) {
  const [zone, choose] = useZone()
  const { near, all } = zonesWith(useCompanyTerms()?.timeZone, zone)
  return (
    <Field label={t`Time zone`}>
      <Select value={zone} onChange={(event) => choose(event.target.value)}>
        <Options of={near.map((one) => [one, zoneWords(one, now)])} />
        <optgroup label={t`All zones`}>
          <Options of={all.map((one) => [one, one.replaceAll('_', ' ')])} />
        </optgroup>
      </Select>
    </Field>
  )
}
