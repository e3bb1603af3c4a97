import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listReferrals, type Referral, REFERRAL_HINT_WORDS, reverseReferral } from '#contract/marketing/marketing.ts'
import { paths } from '#web/paths.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { WarningMark } from '#web/ui/marks.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Referrals and their rewards, with what the two people have in common. */
export default function AdminReferrals() {
  const [reversed, setReversed] = useState<Referral | null>(null)
  return (
    <>
      <AdminListScreen
        list={listReferrals}
        title="Referrals"
        one="referral"
        many="referrals"
        intro="A reward is credited when the new member’s fee is past its refund time. It’s refused if the two people share a document, card, device or address."
        empty={{ title: 'No referrals', text: 'People who register with a member’s code appear here.' }}
        cells={{
          referrer: ({ referrerId, referrer, referrerEmail }) => (
            <PersonCell id={referrerId} name={referrer} email={referrerEmail} />
          ),
          person: ({ accountId, person, email }) => <PersonCell id={accountId} name={person} email={email} />,
          hints: ({ hints }) => <Hints hints={hints} />,
        }}
        actions={{
          label: 'Action',
          of: (referral) =>
            referral.state === 'credited' ? (
              <Button variant="outline" size="sm" onClick={() => setReversed(referral)}>
                Reverse reward
                <span className="sr-only"> of {referral.referrer}</span>
              </Button>
            ) : null,
        }}
      />
      {reversed === null ? null : <Reversal referral={reversed} onClose={() => setReversed(null)} />}
    </>
  )
}

function PersonCell({ id, name, email }: { id: string; name: string; email: string }) {
  return (
    <>
      <RowLink href={paths.adminPage(`people/${id}`)}>{name}</RowLink>
      <span className="block break-all text-slate">{email}</span>
    </>
  )
}

function Hints({ hints }: Pick<Referral, 'hints'>) {
  if (hints.length === 0) return ''
  return (
    <ul className="text-notice">
      {hints.map((hint) => (
        <li key={hint} className="flex items-center gap-1.5 font-semibold">
          <WarningMark className="size-4 shrink-0" />
          {REFERRAL_HINT_WORDS[hint]}
        </li>
      ))}
    </ul>
  )
}

function Reversal({ referral, onClose }: { referral: Referral; onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(reverseReferral)
  const { id, reward, currency, referrer } = referral
  const sum = formatMoney(reward, currency, true)
  return (
    <ReasonDialog
      title={`Reverse ${sum} of ${referrer}?`}
      words="The credit is taken back, and what it paid of invoices is due again. The member is notified."
      action="Reverse reward"
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { referralId: id }, body: { reason } })
        await client.invalidateQueries({ queryKey: [listReferrals.path] })
        onClose()
        toast({ title: `Reversed ${sum}` })
      }}
    />
  )
}
