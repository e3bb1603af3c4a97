import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatBusinessDays, formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { KIND_NAMES } from './document-file.ts'

/**
 * Waiting for the reviewer. Says by itself when the document was approved, because the live feed has the account read again; after a
 * rejection the guard leads to the form. `children`: what can be done until then.
 */
export function WaitingForReviewer({ children }: { children?: ReactNode }) {
  const { user } = useUser()
  const terms = useHouseTerms()
  if (user?.verificationStatus === 'verified') return <Approved />
  const document = user?.idDocument ?? null
  return (
    <Page title="We are checking your document">
      <div className="max-w-[44rem]">
        <Notice tone="info" title="Waiting for a reviewer">
          {terms === undefined
            ? null
            : `Most documents are decided within ${formatBusinessDays(terms.verificationDays)}. `}
          This page changes by itself, and you get an email.
        </Notice>
        {document === null ? null : (
          <dl className="mt-6 grid grid-cols-[9rem_1fr] gap-x-4 gap-y-3 border-y border-line py-4">
            <dt className="text-slate">Document</dt>
            <dd>{nameOf(document.kind)}</dd>
            <dt className="text-slate">Received</dt>
            <dd>{formatInstant(document.submittedAt)}</dd>
          </dl>
        )}
      </div>
      {children}
      <h2 className="mt-12 text-lg">Good to know until then</h2>
      <ul className="mt-3 list-disc space-y-2 pl-5">
        <li>
          <Link href={paths.biddingGuide} className="text-notice underline underline-offset-4">
            Bidding guide
          </Link>
          : increments, fees and how a lot ends.
        </li>
        <li>
          <Link href={paths.autobid} className="text-notice underline underline-offset-4">
            Auto-bid
          </Link>
          : try it out without a car at the end.
        </li>
      </ul>
    </Page>
  )
}

function Approved() {
  return (
    <Page title="Your identity is verified" width="form">
      <Notice tone="good" title="We approved your document">
        There is nothing left to do here.
      </Notice>
      <Button asChild className="mt-6">
        <Link href={paths.verificationComplete}>Continue</Link>
      </Button>
    </Page>
  )
}

function nameOf(kind: string): string {
  return Object.entries(KIND_NAMES).find(([one]) => one === kind)?.[1] ?? kind
}
