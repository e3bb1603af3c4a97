import { t } from '#web/platform/language/text.ts'
import type { ComponentProps } from 'react'
import { Select } from '#web/ui/field.tsx'
import { COUNTRIES } from './countries.ts'

export function CountrySelect(props: ComponentProps<'select'>) {
  return (
    <Select autoComplete="country" {...props}>
      <option value="">{t`Choose a country`}</option>
      {COUNTRIES.map((country) => (
        <option key={country.code} value={country.code}>
          {country.name}
        </option>
      ))}
    </Select>
  )
}
