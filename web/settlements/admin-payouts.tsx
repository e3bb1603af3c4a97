import { Link } from 'wouter'
import { listPayouts } from '#contract/settlements/payouts.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { PayoutState } from './payout-state.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** Payout batches, and which of them wait for the bank. */
export default function AdminPayouts() {
  return (
    <AdminListScreen
      list={listPayouts}
      title={t`Payouts`}
      count={(total) => plural(total, { one: '# payout', other: '# payouts' })}
      empty={{ title: t`No payouts yet`, text: t`Make one from due statements.` }}
      href={({ id }) => paths.adminPage(`payouts/${id}`)}
      cells={{ state: ({ state }) => <PayoutState state={state} /> }}
      buttons={
        <Button asChild variant="outline" size="sm">
          <Link href={`${paths.adminPage('statements')}?state=due`}>{t`Due statements`}</Link>
        </Button>
      }
    />
  )
}
