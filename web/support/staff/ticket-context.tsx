import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ACCOUNT_WORDS } from '#contract/accounts/account-staff.ts'
import type { StaffThread } from '#contract/support/support-staff.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { STAFF_STATUS_NAMES } from './staff-words.ts'
import { t, translated } from '#web/platform/language/text.ts'

const LINK = 'text-link'

const LOT_STATUS_WORDS: Readonly<Record<string, string>> = {
  planned: t`planned`,
  scheduled: t`scheduled`,
  open: t`open`,
  sold: t`sold`,
  'reserve-not-met': t`reserve not met`,
  passed: t`passed`,
  withdrawn: t`withdrawn`,
}

const INVOICE_STATE_WORDS: Readonly<Record<string, string>> = {
  issued: t`issued`,
  'part-paid': t`part paid`,
  overdue: t`overdue`,
  paid: t`paid`,
  cancelled: t`canceled`,
}

/** The author, and the lot and invoice it is about. */
export function TicketContext({ thread }: { thread: StaffThread }) {
  const { lot, invoice, others } = thread
  return (
    <>
      <Part title={t`Person`}>
        <PersonFacts thread={thread} />
      </Part>
      {lot === null ? null : (
        <Part title={t`Lot`}>
          <Row name={t`Lot`}>
            <Link href={paths.lot(lot.lotNumber)} className={LINK}>
              {lot.lotNumber}, {lot.title}
            </Link>
          </Row>
          <Row name={t`Status`}>{LOT_STATUS_WORDS[lot.status] ?? lot.status}</Row>
          {lot.closesAt === null ? null : <Row name={t`Closes`}>{formatInstant(lot.closesAt)}</Row>}
        </Part>
      )}
      {invoice === null ? null : (
        <Part title={t`Invoice`}>
          <Row name={t`Number`}>{invoice.number}</Row>
          <Row name={t`Status`}>{INVOICE_STATE_WORDS[invoice.state] ?? invoice.state}</Row>
          <Row name={t`Balance due`}>{formatMoney(invoice.owed, invoice.currency)}</Row>
        </Part>
      )}
      {others.length === 0 ? null : (
        <section>
          <h2 className="text-base">{t`Other tickets of this person`}</h2>
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
        <Row name={t`Name`}>{ticket.person || t`Closed account`}</Row>
        <Row name={t`Email`}>{ticket.email}</Row>
        <Row name={t`Account`}>{t`None. The email isn’t verified.`}</Row>
      </>
    )
  }
  const { biddingLimit } = person
  const limit = biddingLimit === null ? t`None` : terms === undefined ? '' : formatMoney(biddingLimit, terms.currency)
  return (
    <>
      <Row name={t`Name`}>
        <Link href={`${paths.adminPage('people')}/${person.accountId}`} className={LINK}>
          {person.name}
        </Link>
      </Row>
      <Row name={t`Email`}>{ticket.email}</Row>
      <Row name={t`Paddle`}>{person.paddle}</Row>
      <Row name={t`Account`}>{translated(ACCOUNT_WORDS[person.accountStatus] ?? person.accountStatus)}</Row>
      <Row name={t`Membership fee`}>{person.hasPaid ? t`Paid` : t`Not paid`}</Row>
      <Row name={t`Identity`}>{person.isVerified ? t`Verified` : t`Not verified`}</Row>
      <Row name={t`Bidding limit`}>{limit}</Row>
      <Row name={t`Open invoices`}>{person.openInvoices}</Row>
      <Row name={t`Member since`}>{formatInstant(person.memberSince)}</Row>
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
