import { t } from '#web/platform/language/text.ts'
import { useId, useState } from 'react'
import { inEnglish } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { OpenMark } from '#web/ui/marks.tsx'
import { FACET_NAMES } from './facet-words.ts'
import type { SearchAddress } from './search-address.ts'

/** The URL takes at most nine digits. */
const TOTAL_MAX = 999_999_999

/** Filters lots by total cost: the most the person can spend, fees and tax included, in whole units of the currency. */
export function TotalChoice({ address, currency }: { address: SearchAddress; currency: string }) {
  const id = useId()
  const chosen = address.get('total') ?? ''
  return (
    <details open className="group border-b border-line">
      <summary className="flex min-h-11 items-center justify-between gap-2 py-1 font-semibold">
        <span className="flex-1">{FACET_NAMES.total}</span>
        {chosen === '' ? null : <span className="text-xs font-normal text-slate">{t`1 chosen`}</span>}
        <OpenMark className="size-4 text-slate group-open:rotate-180" />
      </summary>
      <TotalForm
        key={`${id} ${chosen}`}
        chosen={chosen}
        currency={currency}
        onChoose={(total) => address.set({ total })}
      />
    </details>
  )
}

function TotalForm({
  chosen,
  currency,
  onChoose,
}: {
  chosen: string
  currency: string
  onChoose(total: string | null): void
}) {
  const [text, setText] = useState(chosen)
  const plain = inEnglish(text)
    .replaceAll(/[^\d.]/g, '')
    .replace(/\..*$/, '')
  const isTooMuch = Number(plain) > TOTAL_MAX
  return (
    <form
      className="flex items-end gap-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooMuch) onChoose(plain === '' || Number(plain) === 0 ? null : String(Number(plain)))
      }}
    >
      <div className="min-w-0 flex-1">
        <Field
          label={<span className="text-xs font-normal text-slate">{t`Up to, with fees and tax (${currency})`}</span>}
          {...(isTooMuch ? { error: t`Enter a lower amount.` } : {})}
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            placeholder={t`Any`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <Button variant="outline" type="submit" disabled={isTooMuch}>
        {t`Apply`}
      </Button>
    </form>
  )
}
