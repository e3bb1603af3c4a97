import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dismissRisk, listRisks, type RiskCase, RISK_STATES } from '#contract/risk/risk.ts'
import { signalWords } from '#contract/risk/signal-words.ts'
import { paths } from '#web/paths.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Bids that look unusual, each with its reasons in words, for a person to judge. */
export default function AdminRisks() {
  const [dismissed, setDismissed] = useState<RiskCase | null>(null)
  return (
    <>
      <AdminListScreen
        list={listRisks}
        title={t`Risk signals`}
        count={(total) => plural(total, { one: '# signal', other: '# signals' })}
        intro={t`Bids that look unusual, found after a lot has ended. A score is a hint, not proof: nothing happens until you act. Dismiss what you can explain.`}
        empty={{ title: t`No signals`, text: t`Lots are checked a few minutes after they end.` }}
        head="lot"
        cells={{
          lot: ({ lotNumber, title }) => <RowLink href={paths.lot(lotNumber)}>{`${lotNumber} ${title}`}</RowLink>,
          person: ({ accountId, person, paddle }) => (
            <RowLink href={paths.adminPage(`people/${accountId}`)}>{t`${person}, paddle ${paddle}`}</RowLink>
          ),
          seller: ({ sellerId, sellerAccountId, seller }) => (
            <RowLink href={paths.adminPage(sellerId === null ? `people/${sellerAccountId}` : `sellers/${sellerId}`)}>
              {seller}
            </RowLink>
          ),
          signals: (one) => <Why one={one} />,
          state: (one) => <State one={one} />,
        }}
        actions={{
          label: t`Action`,
          of: (one) =>
            one.state === 'open' ? (
              <Button variant="outline" size="sm" onClick={() => setDismissed(one)}>
                <Trans>
                  Dismiss
                  <span className="sr-only">
                    {' '}
                    signal of {one.person} on lot {one.lotNumber}
                  </span>
                </Trans>
              </Button>
            ) : null,
        }}
      />
      {dismissed === null ? null : <Dismissal one={dismissed} onClose={() => setDismissed(null)} />}
    </>
  )
}

function Why({ one: { signals, currency } }: { one: RiskCase }) {
  return (
    <ul className="sm:min-w-60">
      {signals.map((signal) => (
        <li key={signal.kind}>{translated(signalWords(signal, currency))}</li>
      ))}
    </ul>
  )
}

function State({ one: { state, dismissedBy, dismissedAt, dismissedFor } }: { one: RiskCase }) {
  if (state === 'open') return translated(RISK_STATES.open)
  const by = dismissedBy ?? t`a closed account`
  return (
    <span className="block whitespace-normal sm:min-w-40">
      {dismissedAt === null ? t`Dismissed by ${by}` : t`Dismissed by ${by}, ${formatInstant(dismissedAt)}`}
      <span className="block text-slate">{dismissedFor}</span>
    </span>
  )
}

function Dismissal({ one, onClose }: { one: RiskCase; onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(dismissRisk)
  return (
    <ReasonDialog
      title={t`Dismiss the signal of ${one.person} on lot ${one.lotNumber}?`}
      words={t`It moves to the dismissed signals, with your reason and your name. This can’t be undone.`}
      action={t`Dismiss signal`}
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { riskId: one.id }, body: { reason } })
        await client.invalidateQueries({ queryKey: [listRisks.path] })
        onClose()
        toast({ title: t`Signal dismissed` })
      }}
    />
  )
}
