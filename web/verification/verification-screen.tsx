import { t, translated } from '#web/platform/language/text.ts'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { readVerification } from '#contract/verification/verification.ts'
import { JoinSteps } from '#web/accounts/join-steps.tsx'
import { paths } from '#web/paths.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { DocumentForm } from './document-form.tsx'
import { call } from '#web/platform/request.ts'

/** The form for the identity document; after a rejection with the reviewer's reason on top. */
export default function VerificationScreen() {
  const { user } = useUser()
  const { data } = useVerification()
  const client = useQueryClient()
  const [, go] = useLocation()
  async function onSent() {
    await client.invalidateQueries({ queryKey: USER_KEY })
    void client.invalidateQueries({ queryKey: [readVerification.path] })
    go(paths.verificationPending)
  }
  if (user?.verificationStatus === 'verified')
    return <Done title={t`Your identity is verified`} to={paths.verificationComplete} />
  if (user?.idDocument != null) return <Done title={t`We’re checking your document`} to={paths.verificationPending} />
  const note = user?.verificationNote ?? null
  if (data?.last?.state === 'rejected-finally') return <ForGood reason={data.last.note} />
  return (
    <Page
      title={t`Verify your identity`}
      width="form"
      lead={t`Bids are binding, so we need to know who bids. One document is enough.`}
      aside={<Advice keepDays={data?.keepDays ?? 30} />}
    >
      {note === null ? null : <Answer reason={note} wantsSameAgain={data?.last?.state === 'asked-again'} />}
      <DocumentForm onSent={() => void onSent()} />
    </Page>
  )
}

/** What happens next, how to take the photo, and what we do with it. */
function Advice({ keepDays }: { keepDays: number }) {
  return (
    <>
      <JoinSteps done={2} />
      <h2 className="mt-10 text-lg">{t`Photo tips`}</h2>
      <ul className="mt-3 list-disc space-y-2 pl-5 text-slate">
        <li>{t`Lay the document flat on a dark surface and show all four corners.`}</li>
        <li>{t`Avoid flash and glare. Every word must be readable.`}</li>
        <li>{t`Send photos, or a PDF of up to four pages. Up to 10 MB per side.`}</li>
      </ul>
      <h2 className="mt-8 text-lg">{t`How we handle it`}</h2>
      <ul className="mt-3 list-disc space-y-2 pl-5 text-slate">
        <li>{t`We store an encrypted copy without the photo’s location and time.`}</li>
        <li>{t`Only our reviewers see it, and every view is recorded.`}</li>
        <li>{t`We delete it ${keepDays} days after the decision.`}</li>
      </ul>
    </>
  )
}

function Answer({ reason, wantsSameAgain }: { reason: string; wantsSameAgain: boolean }) {
  return (
    <div className="mb-8">
      <Notice
        tone={wantsSameAgain ? 'info' : 'bad'}
        title={wantsSameAgain ? t`Please send it again` : t`We couldn’t accept your last document`}
      >
        <p>{translated(reason)}</p>
        <p className="mt-1">
          {wantsSameAgain ? t`Send a better photo of the same document.` : t`Send another document.`}
        </p>
      </Notice>
    </div>
  )
}

function ForGood({ reason }: { reason: string | null }) {
  return (
    <Page title={t`You can’t bid`} width="form">
      <Notice tone="bad" title={t`We couldn’t verify your identity`}>
        {reason === null ? null : translated(reason)}
      </Notice>
      <p className="mt-6">
        {t`This decision is final, and you can’t send another document. We refund your membership fee to your original payment method. You don’t need to do anything.`}
      </p>
      <p className="mt-3">{t`If you think we made a mistake, contact us. Another person will review it.`}</p>
      <Button asChild variant="outline" className="mt-6">
        <Link href={paths.contact}>{t`Contact us`}</Link>
      </Button>
    </Page>
  )
}

function Done({ title, to }: { title: string; to: string }) {
  return (
    <Page title={t`Verify your identity`} width="form">
      <Notice tone="good" title={title}>
        {t`There’s nothing to send.`}
      </Notice>
      <Button asChild className="mt-6">
        <Link href={to}>{t`View status`}</Link>
      </Button>
    </Page>
  )
}

/** The result of the person's last document, always reloaded: a decision may be seconds old. */
function useVerification() {
  return useQuery({
    queryKey: [readVerification.path],
    queryFn: ({ signal }) => call(readVerification, {}, signal),
    staleTime: 0,
  })
}
