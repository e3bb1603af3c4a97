import { t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LogInFirst } from '#web/accounts/log-in/log-in-first.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSelling } from './use-selling.ts'

/** The frame of the sellers' pages: signs in first, and says where the account doesn't sell. `to`: the page to return to. */
export function SellerPage({
  title,
  to,
  above,
  children,
}: {
  title: string
  to: string
  above?: ReactNode
  children: ReactNode
}) {
  const { user, isLoading } = useUser()
  const { data, error } = useSelling()
  return (
    <Page title={title} above={above}>
      {user === null && !isLoading ? (
        <LogInFirst title={t`Sign in to see the lots you sell`} to={to}>
          {t`Follow bids on your lots, answer offers and see your settlement statements.`}
        </LogInFirst>
      ) : data === undefined ? (
        error === null ? (
          <Skeleton className="h-56" />
        ) : (
          <RequestFailed title={t`We couldn’t load your lots`} failure={error} />
        )
      ) : data.seller === null ? (
        <EmptyState
          title={t`Your account doesn’t sell with us yet`}
          action={
            <Button asChild>
              <Link href={paths.contact}>{t`Contact us`}</Link>
            </Button>
          }
        >
          {t`Tell our team what you want to sell. We link your account when you consign a vehicle.`}
        </EmptyState>
      ) : (
        children
      )}
    </Page>
  )
}
