import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { paths } from '#web/paths.ts'
import { USER_KEY, useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { DocumentForm } from './document-form.tsx'

/** Sending the identity document; after a rejection with the reviewer's reason on top. */
export default function VerificationScreen() {
  const { user } = useUser()
  const client = useQueryClient()
  const [, go] = useLocation()
  async function onSent() {
    await client.invalidateQueries({ queryKey: USER_KEY })
    go(paths.verificationPending)
  }
  if (user?.verificationStatus === 'verified')
    return <Done title="Your identity is verified" to={paths.verificationComplete} />
  if (user?.idDocument != null) return <Done title="Your document is being checked" to={paths.verificationPending} />
  return (
    <Page title="Verify your identity" width="form">
      <p className="text-slate">
        Sellers hand over cars, and buyers owe money: the house has to know who bids. One document is enough.
      </p>
      {user?.verificationNote == null ? null : (
        <div className="mt-6">
          <Notice tone="bad" title="Your last document was not accepted">
            <p>{user.verificationNote}</p>
            <p className="mt-1">Send it again, or send another one.</p>
          </Notice>
        </div>
      )}
      <div className="mt-8">
        <DocumentForm onSent={() => void onSent()} />
      </div>
      <section className="mt-10 border-t border-line pt-6">
        <h2 className="text-lg">What happens with it</h2>
        <ul className="mt-3 list-disc space-y-2 pl-5 text-slate">
          <li>Only reviewers of the house see it, and every view is recorded.</li>
          <li>It is kept encrypted, and deleted 30 days after the decision.</li>
          <li>All four corners, no glare, letters you can read: then it passes the first time.</li>
        </ul>
      </section>
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
