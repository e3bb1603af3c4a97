import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatBusinessDays, formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { DOCUMENT_KIND_WORDS } from '#contract/verification/verification.ts'

/**
 * Waiting for the reviewer. Updates on its own when the document is approved, because the live feed reloads the
 * account; after a rejection the guard leads to the form. `children`: what can be done until then.
 */
export function WaitingForReviewer({ children }: { children?: ReactNode }) {
  const { user } = useUser()
  const terms = useCompanyTerms()
  if (user?.verificationStatus === 'verified') {
    return <Approved>{accessDenial(user, 'complete')?.message ?? t`You’re all set.`}</Approved>
  }
  const document = user?.idDocument ?? null
  return (
    <Page title={t`We’re checking your document`}>
      <div className="max-w-[44rem]">
        <Notice tone="info" title={t`Waiting for review`}>
          <Trans>
            {terms === undefined ? null : t`We usually decide within ${formatBusinessDays(terms.verificationDays)}. `}
            This page updates automatically, and we’ll email you.
          </Trans>
        </Notice>
        {document === null ? null : (
          <dl className="mt-6 grid grid-cols-[9rem_1fr] gap-x-4 gap-y-3 border-y border-line py-4">
            <dt className="text-slate">{t`Document`}</dt>
            <dd>{nameOf(document.kind)}</dd>
            <dt className="text-slate">{t`Received`}</dt>
            <dd>{formatInstant(document.submittedAt)}</dd>
          </dl>
        )}
      </div>
      {children}
      <h2 className="mt-12 text-lg">{t`While you wait`}</h2>
      <ul className="mt-3 list-disc space-y-2 pl-5">
        <li>
          <Trans>
            <Link href={paths.biddingGuide} className="text-link">
              Bidding guide
            </Link>
            : increments, fees and how lots close.
          </Trans>
        </li>
        <li>
          <Trans>
            <Link href={paths.autobid} className="text-link">
              Auto-bid
            </Link>
            : try the simulator.
          </Trans>
        </li>
      </ul>
    </Page>
  )
}

function Approved({ children }: { children: ReactNode }) {
  return (
    <Page title={t`Your identity is verified`} width="form">
      <Notice tone="good" title={t`We approved your document`}>
        {children}
      </Notice>
      <Button asChild className="mt-6">
        <Link href={paths.verificationComplete}>{t`Continue`}</Link>
      </Button>
    </Page>
  )
}

function nameOf(kind: string): string {
  return translated(Object.entries(DOCUMENT_KIND_WORDS).find(([one]) => one === kind)?.[1] ?? kind)
}
