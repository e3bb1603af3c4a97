import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { listAuctions, type StaffAuction } from '#contract/auctions/auction-entry.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** All auctions: a draft links to its plan, a published one to its run list with the standings. */
export default function AdminAuctions() {
  const { user } = useUser()
  const mayEnter = accessDenial(user, 'auctioneer') === null
  return (
    <AdminListScreen
      list={listAuctions}
      title={t`Auctions`}
      count={(total) => plural(total, { one: '# auction', other: '# auctions' })}
      empty={{ title: t`No auctions yet`, text: t`New auctions start as drafts that only your team can see.` }}
      buttons={
        mayEnter ? (
          <Button asChild size="sm">
            <Link href={paths.adminPage('auctions/new')}>{t`New auction`}</Link>
          </Button>
        ) : null
      }
      href={({ id, state }) =>
        paths.adminPage(state === 'draft' && mayEnter ? `auctions/${id}/plan` : `auctions/${id}`)
      }
      actions={mayEnter ? { label: t`Plan and copy`, of: (auction) => <PlanLinks auction={auction} /> } : undefined}
    />
  )
}

function PlanLinks({ auction }: { auction: StaffAuction }) {
  return (
    <span className="flex gap-2">
      <Button asChild variant="outline" size="sm">
        <Link href={paths.adminPage(`auctions/${auction.id}/plan`)}>
          <Trans>
            Plan<span className="sr-only"> {auction.title}</span>
          </Trans>
        </Link>
      </Button>
      <Button asChild variant="outline" size="sm">
        <Link href={paths.adminPage(`auctions/new?from=${auction.id}`)}>
          <Trans>
            Copy<span className="sr-only"> {auction.title}</span>
          </Trans>
        </Link>
      </Button>
    </span>
  )
}
