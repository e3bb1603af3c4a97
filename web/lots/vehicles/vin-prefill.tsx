import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import type { VinAnswer } from '#contract/lots/vehicles.ts'
import { plainVin } from '#contract/lots/vin.ts'
import { FIELDS } from '#contract/lots/vehicle-fields.ts'
import { factWords } from '#contract/lots/vehicle-words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { useVin } from './use-vehicles.ts'
import type { VehicleForm } from './vehicle-fields.ts'
import { vinWords } from '../vin-facts.tsx'
import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Decodes the VIN in the form, with a button that fills empty fields from it; typed values are never overwritten. */
export function VinPrefill({ form, ownId }: { form: UseFormReturn<VehicleForm>; ownId: string | null }) {
  const written = useWatch({ control: form.control })
  const vin = plainVin(written.vin ?? '')
  const { data } = useVin(vin)
  if (vin.length === 0) return null
  const typed = vin.length
  if (vin.length !== 17 || data === undefined || data.vin !== vin) {
    return (
      <p role="status" className="text-sm text-slate">
        {vin.length === 17 ? t`Decoding VIN` : t`${typed} of 17 characters; vehicles before 1981 have fewer.`}
      </p>
    )
  }
  const before = data.known.filter(({ id }) => id !== ownId)
  const offers = offersOf(data).filter(([name]) => written[name] === '')
  const facts = offers.map(([name, value]) => wordsFor(name, value)).join(', ')
  return (
    <div className="rounded-md border border-line p-4 text-sm">
      <ul role="status">
        {vinWords(data, Number(written.year)).map((words) => (
          <li key={words} className="first-letter:uppercase">
            {words}
          </li>
        ))}
        <li className="text-slate">{DECODER_WORDS[data.decoder]}</li>
        {before.map(({ id, title }) => (
          <li key={id}>
            <Trans>
              Already added as{' '}
              <Link href={paths.adminPage(`vehicles/${id}`)} className="text-link">
                {title}
              </Link>
              . You can offer a vehicle again.
            </Trans>
          </li>
        ))}
      </ul>
      {offers.length === 0 ? null : (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          onClick={() => {
            for (const [name, value] of offers) {
              if (form.getValues(name) === '') form.setValue(name, value, { shouldDirty: true })
            }
          }}
        >
          {t`Fill empty fields: ${facts}`}
        </Button>
      )}
    </div>
  )
}

const DECODER_WORDS: Record<VinAnswer['decoder'], string> = {
  absent: t`No VIN decoder is installed. This comes from the number itself.`,
  unknown: t`The decoder doesn’t know this number.`,
  busy: t`The decoder is busy. This comes from the number itself.`,
  decoded: t`Decoded from manufacturer tables.`,
}

type Offer = [name: keyof VehicleForm, value: string]

/** What the VIN offers: the decoder's value first, else what the number itself shows beyond doubt. */
function offersOf({ decoded, make, modelYears, yearBy }: VinAnswer): Offer[] {
  const isSure = yearBy === 'only-one' || yearBy === 'place-7'
  const year = decoded?.year ?? (isSure ? modelYears[0] : undefined)
  const offers: [keyof VehicleForm, string | number | null | undefined][] = [
    ['year', year],
    ['make', decoded?.make ?? make],
    ['model', decoded?.model],
    ['trim', decoded?.trim],
    ['engine', decoded?.engine],
    ['body', decoded?.body],
    ['drive', decoded?.drive],
    ['fuel', decoded?.fuel],
    ['gearbox', decoded?.gearbox],
  ]
  return offers.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)] as Offer],
  )
}

function wordsFor(name: keyof VehicleForm, value: string): string {
  const field = FIELDS.find((one) => one.name === name)
  if (field === undefined) return value
  const words = factWords(field, value) ?? value
  return field.kind === 'code' ? translated(words) : words
}
