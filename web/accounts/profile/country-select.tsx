import { t } from '#web/platform/language/text.ts'
import type { ComponentProps } from 'react'
import { Options, Select } from '#web/ui/field.tsx'
import { COUNTRIES } from './countries.ts'

export function CountrySelect(props: ComponentProps<'select'>) {
  return (
    <Select autoComplete="country" {...props}>
      <option value="">{t`Choose a country`}</option>
      <Options of={COUNTRIES.map((country) => [country.code, country.name])} />
    </Select>
  )
}
