import { minorUnits } from '#contract/platform/currency.ts'
import { t } from '#web/platform/language/text.ts'
import { type ReactNode, useState } from 'react'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { decimalMark } from '#web/platform/money.ts'
import { Field, Input } from '#web/ui/field.tsx'

type Given = {
  label: ReactNode
  value: number
  /** NaN while the text is not a number. */
  onChange: (value: number) => void
  hint?: string
  error?: string | undefined
}

/** A typed number, times `unit`; the text stays as typed for as long as it means the value, which another row's may replace. */
function NumberInput({ label, value, onChange, hint, error, unit }: Given & { unit: number }) {
  const [typed, setTyped] = useState<string | null>(null)
  const digits = Math.round(Math.log10(unit))
  const isTyped = typed !== null && Object.is(typedNumber(typed, unit), value)
  const stored = Number.isNaN(value) ? '' : (value / unit).toFixed(digits).replace('.', decimalMark())
  const fault = Number.isNaN(value) ? t`Enter a number, such as 75 or 12.50.` : error
  return (
    <Field label={label} error={fault} {...(hint === undefined ? {} : { hint })}>
      <Input
        inputMode="decimal"
        className="tabular"
        value={isTyped ? typed : stored}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(typedNumber(event.target.value, unit))
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}

/** In minor units. */
export function MoneyInput({ currency, ...given }: Given & { currency: string }) {
  return <NumberInput {...given} unit={minorUnits(currency)} />
}

/** Typed as a percentage, stored in basis points. */
export function ShareInput(given: Given) {
  return <NumberInput {...given} unit={100} />
}

export function CountInput(given: Given) {
  return <NumberInput {...given} unit={1} />
}

/** One line of text. */
export function TextInput({
  label,
  value,
  onChange,
  hint,
  error,
}: Omit<Given, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void }) {
  return (
    <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      <Input value={value} maxLength={200} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}
