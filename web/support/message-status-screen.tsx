import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useHouseTerms } from '../platform/house-terms.ts'
import { Page } from '../ui/page.tsx'

export default function MessageStatusScreen() {
  const terms = useHouseTerms()
  return (
    <Page title="Message status" lead="Where your message is, and how to ask after it." width="prose">
      <ol className="border-b border-line">
        <Stage title="Received">
          Your message is with us as soon as you have sent it. Write from the address of your account, so that we can be
          sure it is you.
        </Stage>
        <Stage title="Read by a person">
          The one who can answer takes it: a reviewer for accounts and verification, the cashier for payments, an
          auctioneer for lots. Messages about lots that close today come first.
        </Stage>
        <Stage title="Answered">
          You receive the answer by mail, usually within one business day. It carries a reference in its subject line.
          If you reply, leave the reference there: your reply then comes to the same person with everything said before.
        </Stage>
      </ol>
      <h2 className="mt-10 text-lg">To ask after a message</h2>
      <p className="mt-3">
        {terms === undefined ? (
          <>
            Reply to our mail, or call us at the number on the{' '}
            <Link href={paths.contact} className="text-notice underline underline-offset-4">
              contact page
            </Link>
            .
          </>
        ) : (
          <>
            Reply to our email
            {terms.contact.email === '' ? null : (
              <>
                , write to{' '}
                <a href={`mailto:${terms.contact.email}`} className="text-notice underline underline-offset-4">
                  {terms.contact.email}
                </a>
              </>
            )}
            {terms.contact.phone === '' ? null : (
              <>
                {' '}
                or call <span className="whitespace-nowrap">{terms.contact.phone}</span>
              </>
            )}
            , and give the reference.
          </>
        )}{' '}
        Without a reference, say when you wrote and from which address.
      </p>
      <p className="mt-3">
        No answer after two business days? Look in the folder for unwanted mail first, then call: the message may not
        have reached us.
      </p>
    </Page>
  )
}

function Stage({ title, children }: { title: string; children: string | string[] }) {
  return (
    <li className="border-t border-line py-4 sm:grid sm:grid-cols-[12rem_1fr] sm:gap-6">
      <h2 className="text-base">{title}</h2>
      <p>{children}</p>
    </li>
  )
}
