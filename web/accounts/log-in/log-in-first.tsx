import { t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** What a visitor sees where a page shows personal content: what that is, and the ways to sign in. `to`: the page to return to. */
export function LogInFirst({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <EmptyState
      title={title}
      action={
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href={`${paths.logIn}?redirect=${encodeURIComponent(to)}`}>{t`Sign in`}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link href={paths.register}>{t`Register`}</Link>
          </Button>
        </div>
      }
    >
      {children}
    </EmptyState>
  )
}
