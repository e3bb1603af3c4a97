import type { UseFormRegisterReturn } from 'react-hook-form'
import { t } from '#web/platform/language/text.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { CountrySelect } from './country-select.tsx'

type Line = 'company' | 'street' | 'extra' | 'city' | 'region' | 'postcode' | 'country'

type Parts = {
  register: (line: Line) => UseFormRegisterReturn
  errors: Partial<Record<Line, { message?: string }>>
  /** Whose address it is: a browser fills in its user's own, but never one for someone else. */
  isOwn: boolean
}

/** The fields of an address below the name, of any form that has them. */
export function AddressLines({ register, errors, isOwn }: Parts) {
  const of = (line: Line, own: string) => ({ ...register(line), autoComplete: isOwn ? own : 'off' })
  return (
    <>
      <Field label={t`Company (optional)`} error={errors.company?.message}>
        <Input {...of('company', 'organization')} />
      </Field>
      <Field label={t`Street address`} error={errors.street?.message}>
        <Input {...of('street', 'address-line1')} />
      </Field>
      <Field label={t`Unit (optional)`} hint={t`Apartment, suite, building, gate code.`} error={errors.extra?.message}>
        <Input {...of('extra', 'address-line2')} />
      </Field>
      <Field label={t`City`} error={errors.city?.message}>
        <Input {...of('city', 'address-level2')} />
      </Field>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_9rem]">
        <Field label={t`State (optional)`} error={errors.region?.message}>
          <Input {...of('region', 'address-level1')} />
        </Field>
        <Field label={t`ZIP code`} error={errors.postcode?.message}>
          <Input {...of('postcode', 'postal-code')} />
        </Field>
      </div>
      <Field label={t`Country`} error={errors.country?.message}>
        <CountrySelect {...of('country', 'country')} />
      </Field>
    </>
  )
}
