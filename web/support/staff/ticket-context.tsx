import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ACCOUNT_WORDS } from '#contract/accounts/account-staff.ts'
import type { StaffThread } from '#contract/support/support-staff.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { STAFF_STATUS_NAMES } from './staff-words.ts'

const LINK = 'text-link'

/** The author, and the lot and invoice it is about. */
export function TicketContext({ thread }: { thread: StaffThread }) {
  const { lot, invoice, others } = thread
  return (
    <>
      <Part title="Person">
        <PersonFacts thread={thread} />
      </Part>
      {lot === null ? null : (
        <Part title="Lot">
          <Row name="Lot">
            <Link href={paths.lot(lot.lotNumber)} className={LINK}>
              {lot.lotNumber}, {lot.title}
            </Link>
          </Row>
          <Row name="Status">{lot.status.replaceAll('-', ' ')}</Row>
          {lot.closesAt === null ? null : <Row name="Closes">{formatInstant(lot.closesAt)}</Row>}
        </Part>
      )}
      {invoice === null ? null : (
        <Part title="Invoice">
          <Row name="Number">{invoice.number}</Row>
          <Row name="Status">{invoice.state.replaceAll('-', ' ')}</Row>
          <Row name="Balance due">{formatMoney(invoice.owed, invoice.currency)}</Row>
        </Part>
      )}
      {others.length === 0 ? null : (
        <section>
          <h2 className="text-base">Other tickets of this person</h2>
          <ul className="mt-2 text-sm">
            {others.map(({ id, reference, subject, status }) => (
              <li key={id} className="border-t border-line py-2">
                <Link href={paths.adminTicket(id)} className={LINK}>
                  {subject || reference}
                </Link>
                <span className="block text-xs text-slate">
                  {reference} · {STAFF_STATUS_NAMES[status]}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function PersonFacts({ thread: { ticket, person } }: { thread: StaffThread }) {
  const terms = useCompanyTerms()
  if (person === null) {
    return (
      <>
        <Row name="Name">{ticket.person || 'Closed account'}</Row>
        <Row name="Email">{ticket.email}</Row>
        <Row name="Account">None. The email isn’t verified.</Row>
      </>
    )
  }
  const { biddingLimit } = person
  const limit = biddingLimit === null ? 'None' : terms === undefined ? '' : formatMoney(biddingLimit, terms.currency)
  return (
    <>
      <Row name="Name">
        <Link href={`${paths.adminPage('people')}/${person.accountId}`} className={LINK}>
          {person.name}
        </Link>
      </Row>
      <Row name="Email">{ticket.email}</Row>
      <Row name="Paddle">{person.paddle}</Row>
      <Row name="Account">{ACCOUNT_WORDS[person.accountStatus]}</Row>
      <Row name="Membership fee">{person.hasPaid ? 'Paid' : 'Not paid'}</Row>
      <Row name="Identity">{person.isVerified ? 'Verified' : 'Not verified'}</Row>
      <Row name="Bidding limit">{limit}</Row>
      <Row name="Open invoices">{person.openInvoices}</Row>
      <Row name="Member since">{formatInstant(person.memberSince)}</Row>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-base">{title}</h2>
      <dl className="mt-2 text-sm">{children}</dl>
    </section>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_1fr] gap-3 border-t border-line py-1.5">
      <dt className="text-slate">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}
