import { EmailText } from '#web/ui/email-text.tsx'
import { type Dispute, listDisputes, DISPUTE_STATE_WORDS } from '#contract/payments/disputes.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { CheckMark, ClockMark, CloseMark, WarningMark } from '#web/ui/marks.tsx'
import { type StateLook, StateMark } from '#web/ui/state-mark.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

const STATES: Record<Dispute['state'], StateLook> = {
  inquiry: { color: 'text-notice', Mark: ClockMark },
  open: { color: 'text-notice', Mark: WarningMark },
  won: { color: 'text-leading', Mark: CheckMark },
  lost: { color: 'text-outbid', Mark: CloseMark },
  closed: { color: 'text-slate', Mark: CheckMark },
}

/** The reasons that Stripe names. */
const REASONS: Record<string, string> = {
  bank_cannot_process: t`bank can’t process`,
  check_returned: t`check returned`,
  credit_not_processed: t`credit not processed`,
  customer_initiated: t`customer initiated`,
  debit_not_authorized: t`debit not authorized`,
  duplicate: t`duplicate`,
  fraudulent: t`fraudulent`,
  general: t`general`,
  incorrect_account_details: t`incorrect account details`,
  insufficient_funds: t`insufficient funds`,
  noncompliant: t`noncompliant`,
  product_not_received: t`product not received`,
  product_unacceptable: t`product unacceptable`,
  subscription_canceled: t`subscription canceled`,
  unrecognized: t`unrecognized`,
}

/** The state of a dispute: icon, word and color. */
function DisputeState({ state }: { state: Dispute['state'] }) {
  return <StateMark look={STATES[state]} words={translated(DISPUTE_STATE_WORDS[state])} />
}

/** Payments that the payers’ banks dispute: open ones with their deadlines, and the outcome of the rest. */
export default function AdminDisputes() {
  return (
    <AdminListScreen
      list={listDisputes}
      title={t`Disputes`}
      count={(total) => plural(total, { one: '# dispute', other: '# disputes' })}
      empty={{
        title: t`No disputes`,
        text: t`If a payer’s bank contests a payment, it appears here with its deadline.`,
      }}
      above={(data) => <Unanswered count={data?.unanswered ?? 0} />}
      cells={{
        person: ({ person, email }) => (
          <>
            {person}{' '}
            <span className="block wrap-anywhere text-slate">
              <EmailText email={email} />
            </span>
          </>
        ),
        paidFor: ({ invoiceId, label, receipt }) => (
          <>
            <RowLink href={invoiceId === null ? null : paths.adminPage(`invoices/${invoiceId}`)}>
              {translated(label)}
            </RowLink>
            {receipt === null ? null : <span className="block text-slate">{t`Receipt ${receipt}`}</span>}
          </>
        ),
        state: ({ state, reason }) => (
          <>
            <DisputeState state={state} />
            <span className="block text-slate first-letter:uppercase">
              {REASONS[reason.replaceAll(' ', '_')] ?? reason}
            </span>
          </>
        ),
        evidence: (dispute) => <AnswerBy dispute={dispute} />,
      }}
      actions={{ label: t`Response`, of: (dispute) => <AnswerLink dispute={dispute} /> }}
    />
  )
}

function Unanswered({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <section aria-label={t`Awaiting response`} className="mt-6 border-l-4 border-notice bg-fog px-4 py-3">
      <p className="font-semibold">
        {plural(count, { one: '# dispute needs a response', other: '# disputes need a response' })}
      </p>
      <p className="mt-1 text-slate">{t`Submit evidence on the provider’s page before the date below. A dispute without a response is lost.`}</p>
    </section>
  )
}

const isUndecided = ({ state }: Dispute) => state === 'open' || state === 'inquiry'

function AnswerBy({ dispute }: { dispute: Dispute }) {
  if (!isUndecided(dispute)) return ''
  if (dispute.evidenceSent) return <span className="text-slate">{t`Responded; the bank decides`}</span>
  if (dispute.evidenceDueAt === null) return <span className="text-slate">{t`No response needed`}</span>
  return <strong>{formatInstant(dispute.evidenceDueAt)}</strong>
}

function AnswerLink({ dispute }: { dispute: Dispute }) {
  if (!isUndecided(dispute) || dispute.answerUrl === null) return null
  return (
    <a
      href={dispute.answerUrl}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-9 items-center whitespace-nowrap text-link"
    >
      {dispute.evidenceSent ? t`View on Stripe` : t`Respond on Stripe`}
    </a>
  )
}
