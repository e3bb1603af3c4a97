import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import clsx from 'clsx'
import { useId, useState } from 'react'
import { bankFacts } from '#contract/payments/bank-facts.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { formatExactMoney, inEnglish } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OtherWay } from './other-way.tsx'

/** The details to enter at one's bank, and how much of the transfer has arrived. */
export function TransferInstructions({ payment, onAgain }: { payment: Payment; onAgain: () => void }) {
  const titleId = useId()
  const { transfer, amount, received, currency } = payment
  if (transfer === null) {
    return (
      <Notice tone="bad" title={t`Bank transfers aren’t available right now`}>
        <OtherWay payment={payment} onAgain={onAgain} />
      </Notice>
    )
  }
  const due = formatExactMoney(amount - received, currency)
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg">
        {t`Send ${due} from your bank`}
      </h2>
      {received === 0 ? null : (
        <div className="mt-4">
          <Notice tone="info" title={t`We received ${formatExactMoney(received, currency)}`}>
            {t`Send the remaining ${due} with the same reference.`}
          </Notice>
        </div>
      )}
      <dl className="mt-4 border-b border-line">
        <Fact name={t`Reference`} value={transfer.reference} copied={transfer.reference.replaceAll(' ', '')} strong />
        <Fact name={t`Amount`} value={due} copied={inEnglish(due).replace(/[^\d.]/g, '')} />
        {bankFacts(transfer).map((fact) => (
          <Fact key={fact.name} {...fact} name={translated(fact.name)} />
        ))}
      </dl>
      <p className="mt-4 text-slate">
        {t`Put the reference in the transfer’s memo so we know it’s yours. Transfers take one to three business days. We’ll email you when yours arrives.`}
      </p>
      {received === 0 ? (
        <div className="mt-5">
          <OtherWay payment={payment} onAgain={onAgain} />
        </div>
      ) : null}
    </section>
  )
}

function Fact({
  name,
  value,
  copied,
  strong = false,
}: {
  name: string
  value: string
  copied?: string
  strong?: boolean
}) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line py-2">
      <dt className="text-xs text-slate">{name}</dt>
      <dd className={clsx('tabular col-start-1', strong ? 'text-lg font-bold' : '')}>{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Copy name={name} value={value} copied={copied} />
      </dd>
    </div>
  )
}

/** `copied`: the format for forms, where it differs from the one people read. */
function Copy({ name, value, copied }: { name: string; value: string; copied: string | undefined }) {
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(copied ?? value)
      setSaid(t`Copied`)
    } catch {
      setSaid(t`Select and copy it`)
    }
  }
  return (
    <>
      <span role="status" className="mr-2 text-xs text-slate">
        {said}
      </span>
      <Button variant="outline" size="sm" onClick={() => void copy()}>
        <Trans>
          Copy<span className="sr-only"> {name}</span>
        </Trans>
      </Button>
    </>
  )
}
