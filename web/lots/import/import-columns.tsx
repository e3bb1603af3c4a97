import {
  columnOf,
  FIXED_FIELDS,
  IMPORT_FIELDS,
  type FixedField,
  type ImportField,
  type ImportMapping,
  type ImportPreview,
  REQUIRED_FIELDS,
  unitInHead,
} from '#contract/lots/import.ts'
import { CODED_FIELDS, VEHICLE_FIELDS, type VehicleField } from '#contract/lots/vehicle-fields.ts'
import { optionsOf, type ListName } from '#contract/lots/vocabulary.ts'
import { ColumnChoice } from '#web/ui/import/column-choice.tsx'
import { Field, Input, Options, Select } from '#web/ui/field.tsx'
import { t, translated } from '#web/platform/language/text.ts'

type OnChange = (mapping: ImportMapping) => void

/** What the terms of a list are about; two fields share the list of damage. */
const LIST_TITLES = {
  ...(Object.fromEntries(CODED_FIELDS.map(({ list, label }) => [list, translated(label)])) as Record<ListName, string>),
  damage: t`Damage`,
  odometerStatus: translated(columnOf('odometerStatus').label),
}

/** Which column holds which fact, values for the whole file, and what terms in the file mean. */
export function ImportColumns({
  preview,
  mapping,
  unknownWords,
  onChange,
}: {
  preview: ImportPreview
  mapping: ImportMapping
  unknownWords: ImportPreview['unknownWords']
  onChange: OnChange
}) {
  const { header } = preview
  const isRequired = (field: ImportField) => (REQUIRED_FIELDS as readonly string[]).includes(field)
  const isUsed = (field: ImportField) => mapping.columns[field] !== undefined || isRequired(field)
  const usual = IMPORT_FIELDS.filter(isUsed)
  const rest = IMPORT_FIELDS.filter((field) => !isUsed(field))
  const column = (field: ImportField) => (
    <ColumnOf key={field} field={field} header={header} mapping={mapping} onChange={onChange} />
  )
  return (
    <section aria-labelledby="columns" className="mt-8">
      <h2 id="columns" className="text-lg">{t`Columns`}</h2>
      <p className="mt-1 text-sm text-slate">
        {preview.isRemembered ? t`Same as your last file with this header.` : t`Matched by name. Check each one.`}
      </p>
      <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">{usual.map(column)}</div>
      <details className="mt-5">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t`More facts (${rest.length})`}</summary>
        <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">{rest.map(column)}</div>
      </details>
      <WholeFile mapping={mapping} onChange={onChange} />
      <UnknownWords words={unknownWords} mapping={mapping} onChange={onChange} />
    </section>
  )
}

function ColumnOf({
  field,
  header,
  mapping,
  onChange,
}: {
  field: ImportField
  header: string[]
  mapping: ImportMapping
  onChange: OnChange
}) {
  const chosen = mapping.columns[field]
  const change = (column: number | null) => {
    const columns = { ...mapping.columns }
    if (column === null) delete columns[field]
    else columns[field] = column
    // A header such as "Odometer (km)" says the unit of its column.
    const unit = field === 'odometer' && column !== null ? unitInHead(header[column] ?? '') : null
    onChange({ ...mapping, columns, odometerUnit: unit ?? mapping.odometerUnit })
  }
  return (
    <div className="flex flex-col gap-2">
      <ColumnChoice
        label={translated(columnOf(field).label)}
        header={header}
        value={chosen}
        none={t`No column`}
        onChange={change}
      />
      {isFixed(field) && chosen === undefined ? (
        <FixedValue field={field} mapping={mapping} onChange={onChange} />
      ) : null}
    </div>
  )
}

function isFixed(field: ImportField): field is FixedField {
  return (FIXED_FIELDS as readonly string[]).includes(field)
}

/** One value for every row of the file. */
function FixedValue({ field, mapping, onChange }: { field: FixedField; mapping: ImportMapping; onChange: OnChange }) {
  const value = mapping.fixed[field] ?? ''
  const change = (next: string) => {
    const fixed = { ...mapping.fixed }
    if (next === '') delete fixed[field]
    else fixed[field] = next
    onChange({ ...mapping, fixed })
  }
  const name = translated(columnOf(field).label)
  const label = t`${name}, all rows`
  const { list }: VehicleField = VEHICLE_FIELDS[field]
  if (list === undefined) {
    return (
      <Input
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        onBlur={(event) => change(event.target.value.trim())}
      />
    )
  }
  return (
    <Select aria-label={label} value={value} onChange={(event) => change(event.target.value)}>
      <option value="">{label}</option>
      <Options of={optionsOf(list).map((option) => [option.code, translated(option.label)])} />
    </Select>
  )
}

function WholeFile({ mapping, onChange }: { mapping: ImportMapping; onChange: OnChange }) {
  return (
    <div className="mt-6 grid gap-x-6 gap-y-4 border-t border-line pt-5 sm:grid-cols-2 xl:grid-cols-3">
      <Field label={t`Default distance unit`} hint={t`If not set, rows without a unit are skipped.`}>
        <Select
          value={mapping.odometerUnit ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ ...mapping, odometerUnit: value === 'mi' || value === 'km' ? value : null })
          }
        >
          <option value="">{t`Not set`}</option>
          <option value="mi">{t`Miles`}</option>
          <option value="km">{t`Kilometers`}</option>
        </Select>
      </Field>
      <Field label={t`Decimal format`}>
        <Select
          value={mapping.decimal}
          onChange={({ target: { value } }) => onChange({ ...mapping, decimal: value === ',' ? ',' : '.' })}
        >
          <option value=".">1,200.50</option>
          <option value=",">1.200,50</option>
        </Select>
      </Field>
      <Field label={t`List owner`} hint={t`Stock numbers are matched within it. Leave empty for your own.`}>
        <Input
          maxLength={80}
          defaultValue={mapping.source}
          onBlur={({ target: { value } }) => onChange({ ...mapping, source: value.trim() })}
        />
      </Field>
    </div>
  )
}

/** Terms that no value list contains: staff define each one once, and it is remembered. */
function UnknownWords({
  words,
  mapping,
  onChange,
}: {
  words: ImportPreview['unknownWords']
  mapping: ImportMapping
  onChange: OnChange
}) {
  const open = words.filter(({ list, word }) => mapping.words[list]?.[word] === undefined)
  if (open.length === 0) return null
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="font-semibold">{t`Unknown words`}</h3>
      <p className="mt-1 text-sm text-slate">{t`Choose what each word means. Rows with unknown words are skipped.`}</p>
      <ul className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {open.map(({ list, word, count }) => (
          <li key={`${list} ${word}`}>
            <Field label={wordLabel(LIST_TITLES[list], word, count)}>
              <Select
                value=""
                onChange={({ target: { value } }) =>
                  onChange({
                    ...mapping,
                    words: { ...mapping.words, [list]: { ...mapping.words[list], [word]: value } },
                  })
                }
              >
                <option value="">{t`Choose`}</option>
                <Options of={optionsOf(list).map(({ code, label }) => [code, translated(label)])} />
              </Select>
            </Field>
          </li>
        ))}
      </ul>
    </div>
  )
}

function wordLabel(fact: string, word: string, count: number): string {
  return t`${fact}: “${word}” (${count})`
}
