import type { BankPreview } from '#contract/payments/transfers.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatDate, formatInstant } from '#web/platform/time.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** Lines that may be those of another file, and may be other payments: only a person knows which. */
export function ImportDoubts({
  preview: { doubts, counts },
  separate,
  onChange,
}: {
  preview: BankPreview
  separate: ReadonlySet<number>
  onChange: (separate: ReadonlySet<number>) => void
}) {
  if (doubts.length === 0) return null
  const more = counts.doubtful - doubts.length
  return (
    <fieldset className="mt-6 max-w-[44rem]">
      <legend className="text-base font-semibold">{t`Are these other payments?`}</legend>
      <p className="mt-1 text-sm text-slate">{t`These lines say the same as lines that were imported before, but only one of the two files has the bank’s own IDs. Check the lines that are other payments. We leave out those you don’t check.`}</p>
      <ul className="mt-2">
        {doubts.map((doubt) => (
          <li key={doubt.line}>
            <Checkbox
              label={doubtWords(doubt)}
              checked={separate.has(doubt.line)}
              onChange={({ target }) => onChange(toggled(separate, doubt.line, target.checked))}
            />
          </li>
        ))}
      </ul>
      {more === 0 ? null : (
        <p className="mt-2 text-sm text-slate">
          {plural(more, { one: '# more line like these is left out.', other: '# more lines like these are left out.' })}
        </p>
      )}
    </fieldset>
  )
}

function doubtWords({ line, bookedOn, amount, currency, payerName, text, knownLine, fileName, importedAt }: Doubt) {
  const money = formatExactMoney(amount, currency)
  const payment = [formatDate(bookedOn), money, payerName, text].filter((part) => part !== '').join(', ')
  return t`Line ${line}: ${payment}. This may be the same payment as line ${knownLine} of ${fileName}, imported on ${formatInstant(importedAt)}.`
}

type Doubt = BankPreview['doubts'][number]

function toggled(lines: ReadonlySet<number>, line: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(lines)
  if (isIn) next.add(line)
  else next.delete(line)
  return next
}
