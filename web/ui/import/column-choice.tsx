import { Field, Options, Select } from '../field.tsx'

/** Which column of a file holds what `label` says; numbered from 0. `none`: the text for "no column", omitted where one is required. */
export function ColumnChoice({
  label,
  header,
  value,
  none,
  onChange,
}: {
  label: string
  header: readonly string[]
  value: number | null | undefined
  none?: string | undefined
  onChange: (column: number | null) => void
}) {
  return (
    <Field label={label}>
      <Select
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        {none === undefined ? null : <option value="">{none}</option>}
        <Options of={header.map((name, column) => [column, name])} />
      </Select>
    </Field>
  )
}
