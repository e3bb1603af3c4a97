import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What a visitor sees where a page shows something of one's own: what that is, and the ways in. `to`: the page to come back to. */
export function LogInFirst({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href={`${paths.logIn}?redirect=${encodeURIComponent(to)}`}>Log in</Link>
          </Button>
          <Button asChild variant="outline">
            <Link href={paths.register}>Register</Link>
          </Button>
        </div>
      }
    >
      {children}
    </EmptyState>
  )
}
