import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { readVerification } from '#contract/verification.ts'
import { paths } from '#web/paths.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { DocumentForm } from './document-form.tsx'
import { useVerification } from './use-verification.ts'

/** Sending the identity document; after a decision against it with the reviewer's reason on top. */
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
    return <Done title="Your identity is verified" to={paths.verificationComplete} />
  if (user?.idDocument != null) return <Done title="Your document is being checked" to={paths.verificationPending} />
  const note = user?.verificationNote ?? null
  if (data?.last?.state === 'rejected-finally') return <ForGood reason={data.last.note} />
  return (
    <Page
      title="Verify your identity"
      width="form"
      lead="Sellers hand over cars, and buyers owe money: the house has to know who bids. One document is enough."
    >
      {note === null ? null : <Answer reason={note} wantsSameAgain={data?.last?.state === 'asked-again'} />}
      <DocumentForm onSent={() => void onSent()} />
      <section className="mt-10 border-t border-line pt-6">
        <h2 className="text-lg">A picture that passes</h2>
        <ul className="mt-3 list-disc space-y-2 pl-5 text-slate">
          <li>All four corners in the picture, the document flat on something dark.</li>
          <li>No flash and no glare over the letters; every word can be read.</li>
          <li>A photograph, or a PDF of four pages at most. Up to 10 MB a side.</li>
        </ul>
        <h2 className="mt-8 text-lg">What happens with it</h2>
        <ul className="mt-3 list-disc space-y-2 pl-5 text-slate">
          <li>The house keeps a copy without the place and time of the photograph, encrypted.</li>
          <li>Only reviewers of the house see it, and every look at it is recorded.</li>
          <li>It is deleted {data?.keepDays ?? 30} days after the decision.</li>
        </ul>
      </section>
    </Page>
  )
}

function Answer({ reason, wantsSameAgain }: { reason: string; wantsSameAgain: boolean }) {
  return (
    <div className="mb-8">
      <Notice
        tone={wantsSameAgain ? 'info' : 'bad'}
        title={wantsSameAgain ? 'Please send it once more' : 'Your last document was not accepted'}
      >
        <p>{reason}</p>
        <p className="mt-1">
          {wantsSameAgain ? 'The same document is fine, with a better picture.' : 'Send another one.'}
        </p>
      </Notice>
    </div>
  )
}

function ForGood({ reason }: { reason: string | null }) {
  return (
    <Page title="We cannot let you bid" width="form">
      <Notice tone="bad" title="Your identity was not accepted">
        {reason}
      </Notice>
      <p className="mt-6">
        This decision is final, and no further document can be sent. Your membership fee is paid back the way it came,
        without your doing anything.
      </p>
      <p className="mt-3">If you think that the house is mistaken, tell us: a second person will look at it.</p>
      <Button asChild variant="outline" className="mt-6">
        <Link href={paths.contact}>Contact the house</Link>
      </Button>
    </Page>
  )
}

function Done({ title, to }: { title: string; to: string }) {
  return (
    <Page title="Verify your identity" width="form">
      <Notice tone="good" title={title}>
        There is nothing to send.
      </Notice>
      <Button asChild className="mt-6">
        <Link href={to}>See where it stands</Link>
      </Button>
    </Page>
  )
}
