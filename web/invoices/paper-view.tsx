import type { ReactNode } from 'react'
import { bankFacts } from '#contract/bank-account.ts'
import type { Balance } from '#contract/invoice-balance.ts'
import { dayWords } from '#contract/days.ts'
import type { Paper } from '#contract/invoices.ts'
import { countryName } from '#web/accounts/profile/countries.ts'
import { Plate } from '#web/ui/plate.tsx'
import { kindWords } from './invoice-words.ts'
import { InvoiceTable } from './invoice-table.tsx'

/** A paper as it was issued: the same facts that its PDF prints. Days are those of the house, as on the paper. */
export function PaperView({ paper, balance }: { paper: Paper; balance?: Balance }) {
  const { seller, buyer, subject } = paper
  const title = `${kindWords(paper.kind)} ${paper.number}`
  return (
    <article aria-label={title} className="rounded-md border border-line p-4 text-sm sm:p-8">
      {paper.sample ? (
        <p className="mb-6 border-y-2 border-ink py-2 text-center text-base font-bold">SAMPLE: nobody owes this</p>
      ) : null}
      <header className="flex flex-wrap justify-between gap-4">
        <p className="wide text-lg font-bold">{seller.brand}</p>
        <p className="text-lg font-semibold">{title}</p>
      </header>
      <div className="mt-6 grid gap-6 sm:grid-cols-2">
        <Side name="Seller">
          {[seller.name, seller.address, seller.email, seller.phone, seller.taxId, seller.registration]}
        </Side>
        <Side name="Buyer">
          {[
            buyer.name,
            ...buyer.address.split('\n'),
            countryName(buyer.country),
            buyer.email,
            buyer.taxId === '' ? '' : `Tax ID ${buyer.taxId}`,
            buyer.paddle === null ? '' : `Paddle ${buyer.paddle}`,
          ]}
        </Side>
      </div>
      <Facts paper={paper} />
      <p className="mt-6 mb-3 flex items-center gap-3 font-semibold">
        {subject.lotNumber === null ? null : <Plate number={subject.lotNumber} />} {subject.title}
      </p>
      <InvoiceTable
        caption={title}
        figures={paper}
        balance={balance}
        totalLabel={paper.kind === 'credit-note' ? 'Total credited' : 'Total'}
      />
      {paper.notes.length === 0 ? null : (
        <ul className="mt-6 flex flex-col gap-1 text-xs text-slate">
          {paper.notes.map((note) => (
            <li key={note}>{note}</li>
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

function Facts({ paper }: { paper: Paper }) {
  const day = (at: number) => dayWords(at, paper.timeZone)
  const facts: [string, ReactNode][] = [['Date of issue', day(paper.issuedAt)]]
  if (paper.suppliedAt !== null) facts.push(['Date of supply', day(paper.suppliedAt)])
  if (paper.dueAt !== null) facts.push(['Due', `${day(paper.dueAt)} (${paper.timeZone})`])
  if (paper.about !== null) {
    const word = paper.kind === 'credit-note' ? 'Corrects' : 'Belongs to'
    facts.push([word, `Invoice ${paper.about.number} of ${day(paper.about.issuedAt)}`])
  }
  if (paper.subject.vin !== undefined) facts.push(['VIN', paper.subject.vin])
  if (paper.reason !== null) facts.push(['Reason', paper.reason])
  if (paper.dueAt !== null) facts.push(['Payment reference', paper.number])
  for (const { name, value } of paper.bank === undefined ? [] : bankFacts(paper.bank)) facts.push([name, value])
  return (
    <dl className="mt-6 grid grid-cols-[9rem_1fr] gap-x-4 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-slate">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
