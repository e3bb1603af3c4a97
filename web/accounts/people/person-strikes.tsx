import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { liftStrike, listStrikes, type Strike } from '#contract/invoices/strikes.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { plural, t } from '#web/platform/language/text.ts'

/** Sales that were undone because this person didn't pay; nothing where there are none. */
export function PersonStrikes({ accountId, mayLift }: { accountId: string; mayLift: boolean }) {
  const { data, error } = useQuery({
    queryKey: [PEOPLE_KEY, accountId, 'strikes'],
    queryFn: ({ signal }) => call(listStrikes, { params: { accountId } }, signal),
    staleTime: 0,
  })
  const [lifting, setLifting] = useState<Strike | null>(null)
  if (error !== null) return <RequestFailed title={t`We couldn’t load the strikes`} failure={error} />
  const strikes = data?.items ?? []
  if (strikes.length === 0) return null
  const counting = strikes.filter(({ lifted }) => lifted === null).length
  return (
    <section aria-labelledby="person-strikes">
      <h2 id="person-strikes" className="text-lg">
        {plural(counting, { one: '# strike', other: '# strikes' })}
      </h2>
      <ul className="mt-3 border-b border-line">
        {strikes.map((strike) => (
          <li key={strike.id} className="flex items-start justify-between gap-4 border-t border-line py-2 text-sm">
            <StrikeWords strike={strike} />
            {mayLift && strike.lifted === null ? (
              <Button variant="outline" size="sm" onClick={() => setLifting(strike)}>{t`Lift strike`}</Button>
            ) : null}
          </li>
        ))}
      </ul>
      {lifting === null ? null : <LiftStrike accountId={accountId} strike={lifting} onClose={() => setLifting(null)} />}
    </section>
  )
}

function StrikeWords({ strike: { at, lotNumber, title, reason, outcome, limitSet, lifted } }: { strike: Strike }) {
  const currency = useCompanyTerms()?.currency ?? 'USD'
  const date = formatInstant(at)
  const limit = formatMoney(limitSet ?? 0, currency)
  return (
    <div className="min-w-0">
      <p className={lifted === null ? 'font-semibold' : 'text-slate line-through'}>
        {lotNumber === null ? t`Unpaid sale` : t`Lot ${lotNumber}, ${title}`}
      </p>
      <p className="break-words">{reason}</p>
      <p className="tabular text-slate">
        {outcome === 'suspended'
          ? t`${date}. Account suspended`
          : outcome === 'limited'
            ? t`${date}. Limit lowered to ${limit}`
            : date}
      </p>
      {lifted === null ? null : (
        <p className="text-slate">{t`Lifted by ${lifted.by}, ${formatInstant(lifted.at)}: ${lifted.reason}`}</p>
      )}
    </div>
  )
}

function LiftStrike({ accountId, strike, onClose }: { accountId: string; strike: Strike; onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(liftStrike, 'once')
  return (
    <ReasonDialog
      title={t`Lift strike`}
      words={t`It no longer counts. A limit that the rules set goes back once too few strikes are left; a suspension stays until you end it.`}
      action={t`Lift strike`}
      variant="default"
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { accountId, strikeId: strike.id }, body: { reason } })
        await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
        toast({ title: t`Strike lifted` })
        onClose()
      }}
    />
  )
}
