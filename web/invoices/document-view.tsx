import { t, translated } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { bankFacts } from '#contract/payments/bank-facts.ts'
import type { Balance } from '#contract/invoices/invoice-balance.ts'
import { dayWords } from '#contract/platform/days.ts'
import type { Document } from '#contract/invoices/invoices.ts'
import { locale } from '#web/platform/language/language.ts'
import { countryName } from '#web/accounts/profile/countries.ts'
import { Plate } from '#web/ui/plate.tsx'
import { kindWords } from './invoice-words.ts'
import { InvoiceTable } from './invoice-table.tsx'

/** A document as it was issued: the same facts that its PDF prints. Days are in the company's time zone, as on the document. */
export function DocumentView({ document, balance }: { document: Document; balance?: Balance }) {
  const { seller, buyer, subject } = document
  const title = `${kindWords(document.kind)} ${document.number}`
  return (
    <article aria-label={title} className="rounded-md border border-line p-4 text-sm sm:p-8">
      {document.sample ? (
        <p className="mb-6 border-y-2 border-ink py-2 text-center text-base font-bold">{t`SAMPLE: NOT A BILL`}</p>
      ) : null}
      <header className="flex flex-wrap justify-between gap-4">
        <p className="wide text-lg font-bold">{seller.brand}</p>
        <p className="text-lg font-semibold">{title}</p>
      </header>
      <div className="mt-6 grid gap-6 sm:grid-cols-2">
        <Side name={t`Seller`}>
          {[seller.name, seller.address, seller.email, seller.phone, seller.taxId, seller.registration]}
        </Side>
        <Side name={t`Buyer`}>
          {[
            buyer.name,
            ...buyer.address.split('\n'),
            countryName(buyer.country),
            buyer.email,
            buyer.taxId === '' ? '' : t`Tax ID ${buyer.taxId}`,
            buyer.paddle === null ? '' : t`Paddle ${buyer.paddle}`,
          ]}
        </Side>
      </div>
      <Facts document={document} />
      <p className="mt-6 mb-3 flex items-center gap-3 font-semibold">
        {subject.lotNumber === null ? null : <Plate number={subject.lotNumber} />} {subject.title}
      </p>
      <InvoiceTable
        caption={title}
        figures={document}
        balance={balance}
        totalLabel={document.kind === 'credit-note' ? t`Total credited` : t`Total`}
      />
      {document.notes.length === 0 ? null : (
        <ul className="mt-6 flex flex-col gap-1 text-xs text-slate">
          {document.notes.map((note) => (
            <li key={note}>{translated(note)}</li>
          ))}
        </ul>
      )}
    </article>
  )
}

function Side({ name, children }: { name: string; children: readonly string[] }) {
  return (
    <section>
      <h3 className="text-xs font-semibold text-slate">{name}</h3>
      {children
        .filter((line) => line !== '')
        .map((line) => (
          <p key={line} className="break-words first-of-type:font-semibold">
            {line}
          </p>
        ))}
    </section>
  )
}

function Facts({ document }: { document: Document }) {
  const day = (at: number) => dayWords(at, document.timeZone, locale)
  const facts: [string, ReactNode][] = [[t`Date of issue`, day(document.issuedAt)]]
  if (document.suppliedAt !== null) facts.push([t`Date of supply`, day(document.suppliedAt)])
  if (document.dueAt !== null) facts.push([t`Due`, `${day(document.dueAt)} (${document.timeZone})`])
  if (document.about !== null) {
    const word = document.kind === 'credit-note' ? t`Corrects` : t`Belongs to`
    facts.push([word, t`Invoice ${document.about.number} of ${day(document.about.issuedAt)}`])
  }
  if (document.subject.vin !== undefined) facts.push(['VIN', document.subject.vin])
  if (document.reason !== null) facts.push([t`Reason`, translated(document.reason)])
  if (document.dueAt !== null) facts.push([t`Payment reference`, document.number])
  for (const { name, value } of document.bank === undefined ? [] : bankFacts(document.bank))
    facts.push([translated(name), value])
  return (
    <dl className="mt-6 grid gap-x-4 gap-y-1 min-[24rem]:grid-cols-[9rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-slate">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
