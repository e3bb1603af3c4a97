import type { HouseTerms } from '#contract/auctions.ts'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useHouseTermsState } from '../platform/house-terms.ts'
import { useUser } from '../platform/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'

const SUBJECTS: { about: string; say: string }[] = [
  {
    about: 'A lot that is open',
    say: 'The lot number and your question. We answer before the lot closes where we can.',
  },
  { about: 'A bid', say: 'The lot number, the time, and what the page said.' },
  {
    about: 'A payment or an invoice',
    say: 'The invoice number, the amount, and the day and bank from which it was sent.',
  },
  { about: 'Your verification', say: 'The day you sent the document. Never send the document itself by mail.' },
  {
    about: 'A vehicle not as described',
    say: 'The lot number, what is different, and photographs. Leave the vehicle as it is.',
  },
]

export default function ContactScreen() {
  const { terms, failed } = useHouseTermsState()
  const { user } = useUser()
  return (
    <Page
      title="Contact"
      lead="One of us reads and answers every message, usually within one business day."
      width="prose"
    >
      {terms === undefined ? (
        failed ? (
          <Notice tone="bad" title="The contact details could not be loaded">
            Check your connection and load the page again.
          </Notice>
        ) : (
          <Spinner />
        )
      ) : (
        <Details terms={terms} />
      )}
      <h2 className="mt-10 text-lg">What to write, so that one message is enough</h2>
      <p className="mt-3">
        Write from the address of your account and give your paddle
        {user === null ? '' : <> (yours is {user.paddle})</>}. Then, depending on what it is about:
      </p>
      <dl className="mt-4">
        {SUBJECTS.map(({ about, say }) => (
          <div key={about} className="border-t border-line py-3 sm:grid sm:grid-cols-[14rem_1fr] sm:gap-6">
            <dt className="font-semibold">{about}</dt>
            <dd>{say}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-6">
        We never ask for your password. What happens with your message afterwards is on{' '}
        <Link href={paths.messageStatus} className="text-notice underline underline-offset-4">
          message status
        </Link>
        .
      </p>
    </Page>
  )
}

/** What is set; a company that has set nothing yet is reached by the message form alone. */
function Details({ terms: { houseName, contact } }: { terms: HouseTerms }) {
  const { email, phone, address } = contact
  if (email === '' && phone === '' && address === '') return null
  const link = 'text-notice underline underline-offset-4'
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-4 border-y border-line py-6 sm:grid-cols-[8rem_1fr]">
      {email === '' ? null : (
        <>
          <dt className="text-slate">Email</dt>
          <dd>
            <a href={`mailto:${email}`} className={link}>
              {email}
            </a>
          </dd>
        </>
      )}
      {phone === '' ? null : (
        <>
          <dt className="text-slate">Phone</dt>
          <dd>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className={link}>
              {phone}
            </a>
          </dd>
        </>
      )}
      {address === '' ? null : (
        <>
          <dt className="text-slate">Address</dt>
          <dd>
            {houseName}
            <br />
            {address}
          </dd>
        </>
      )}
    </dl>
  )
}
