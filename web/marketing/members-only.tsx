import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** What a visitor sees where a page needs the member's own link. */
export function MembersOnly() {
  return (
    <EmptyState
      title="These texts carry a member’s own link"
      action={
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href={paths.logIn}>Log in</Link>
          </Button>
          <Button asChild variant="outline">
            <Link href={paths.referralProgram}>How recommending works</Link>
          </Button>
        </div>
      }
    >
      Log in, and they are filled with yours, ready to copy.
    </EmptyState>
  )
}
