import { EmailText } from '#web/ui/email-text.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  creditReferral,
  listReferrals,
  type Referral,
  REFERRAL_HINT_WORDS,
  reverseReferral,
} from '#contract/marketing/marketing.ts'
import { paths } from '#web/paths.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { WarningMark } from '#web/ui/marks.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Referrals and their rewards, with what the two people have in common. */
export default function AdminReferrals() {
  const [chosen, setChosen] = useState<Referral | null>(null)
  return (
    <>
      <AdminListScreen
        list={listReferrals}
        title={t`Referrals`}
        count={(total) => plural(total, { one: '# referral', other: '# referrals' })}
        intro={t`A reward is credited when the new member’s fee is past its refund time. It’s refused if the two people share a document, card, device or address, and reversed if the fee is refunded later.`}
        empty={{ title: t`No referrals`, text: t`People who register with a member’s code appear here.` }}
        head="person"
        cells={{
          referrer: ({ referrerId, referrer, referrerEmail }) => (
            <PersonCell id={referrerId} name={referrer} email={referrerEmail} />
          ),
          person: ({ accountId, person, email }) => <PersonCell id={accountId} name={person} email={email} />,
          hints: (referral) => <Hints {...referral} />,
        }}
        actions={{
          label: t`Action`,
          of: (referral) =>
            referral.state in DECISIONS ? (
              <Button variant="outline" size="sm" onClick={() => setChosen(referral)}>
                {referral.state === 'credited' ? (
                  <Trans>
                    Reverse reward<span className="sr-only"> of {referral.referrer}</span>
                  </Trans>
                ) : (
                  <Trans>
                    Credit reward<span className="sr-only"> of {referral.referrer}</span>
                  </Trans>
                )}
              </Button>
            ) : null,
        }}
      />
      {chosen === null ? null : <Decision referral={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function PersonCell({ id, name, email }: { id: string; name: string; email: string }) {
  return (
    <>
      <RowLink href={paths.adminPage(`people/${id}`)}>{name}</RowLink>{' '}
      <span className="block wrap-anywhere text-slate">
        <EmailText email={email} />
      </span>
    </>
  )
}

/** What the two people share, and the reason of the last decision that wasn't the program's. */
function Hints({ hints, reversalReason, creditReason }: Referral) {
  const reason = reversalReason ?? creditReason
  return (
    <>
      {hints.length === 0 ? null : (
        <ul className="text-notice">
          {hints.map((hint) => (
            <li key={hint} className="flex items-center gap-1.5 font-semibold">
              <WarningMark className="size-4 shrink-0" />
              {translated(REFERRAL_HINT_WORDS[hint])}
            </li>
          ))}
        </ul>
      )}
      {reason === null ? null : <p className="max-w-64 break-words text-slate">{reason}</p>}
    </>
  )
}

const CREDITING = {
  endpoint: creditReferral,
  title: (sum: string, person: string) => t`Credit ${sum} to ${person}?`,
  action: t`Credit reward`,
  done: (sum: string) => t`Credited ${sum}`,
}

/** By state: what a cashier can do about a decided reward. */
const DECISIONS = {
  credited: {
    endpoint: reverseReferral,
    title: (sum: string, person: string) => t`Reverse ${sum} of ${person}?`,
    action: t`Reverse reward`,
    done: (sum: string) => t`Reversed ${sum}`,
    words: t`The credit is taken back, and what it paid of invoices is due again. The member is notified.`,
  },
  refused: {
    ...CREDITING,
    words: t`The reward was refused. Credit it if you checked that these are two people. The member is notified.`,
  },
  reversed: {
    ...CREDITING,
    words: t`The reward was reversed. Credit it if that was a mistake. The member is notified.`,
  },
} as const

function Decision({ referral, onClose }: { referral: Referral; onClose: () => void }) {
  const client = useQueryClient()
  const { id, state, reward, currency, referrer } = referral
  const { endpoint, title, action, done, words } = DECISIONS[state as keyof typeof DECISIONS]
  const send = useCall(endpoint)
  const sum = formatExactMoney(reward, currency)
  return (
    <ReasonDialog
      title={title(sum, referrer)}
      words={words}
      action={action}
      variant={state === 'credited' ? 'destructive' : 'default'}
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { referralId: id }, body: { reason } })
        await client.invalidateQueries({ queryKey: [listReferrals.path] })
        onClose()
        toast({ title: done(sum) })
      }}
    />
  )
}
