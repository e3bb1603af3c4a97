import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** What a visitor sees where a page needs the member's own link. */
export function MembersOnly() {
  return (
    <EmptyState
      title="Sign in to get your link"
      action={
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href={paths.logIn}>Sign in</Link>
          </Button>
          <Button asChild variant="outline">
            <Link href={paths.referralProgram}>How referrals work</Link>
          </Button>
        </div>
      }
    >
      These posts include your referral link, ready to copy.
    </EmptyState>
  )
}
