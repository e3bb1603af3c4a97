import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import type { Closing } from '#contract/calendar/calendar.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ClosingLine } from './closing-line.tsx'
import { basisWords } from './entry.ts'
import { byDay, noonOf } from '#web/platform/zoned-days.ts'
import { dayWords } from './zone.ts'

/** The closing planner: every lot the person bids on or watches, by its likely close. */
export function Plan({ closings, zone }: { closings: readonly Closing[]; zone: string }) {
  if (closings.length === 0) {
    return (
      <EmptyState
        title={t`No lots to plan`}
        action={
          <Button asChild variant="outline">
            <Link href={paths.calendar}>{t`See all auctions`}</Link>
          </Button>
        }
      >
        {t`Bid on a lot or press Watch, and its likely close appears here.`}
      </EmptyState>
    )
  }
  const clashing = closings.filter(({ clashes }) => clashes.length > 0).length
  return (
    <>
      <p className="mb-4 max-w-[44rem] text-slate">
        {t`${
          clashing === 0
            ? t`None of your lots are likely to close within five minutes of each other.`
            : t`${clashing} of your ${closings.length} lots are likely to close within five minutes of another. Set an auto-bid on one to follow the other.`
        } These are estimates. The countdown on the lot page is exact.`}
      </p>
      <ol>
        {[...byDay(closings, zone, ({ likelyAt }) => likelyAt)].map(([day, ofDay]) => (
          <li key={day} className="grid grid-cols-1 gap-x-8 gap-y-3 border-t border-line py-5 md:grid-cols-[13rem_1fr]">
            <h3 className="text-base first-letter:uppercase">{dayWords.long.format(noonOf(day))}</h3>
            <ul className="flex flex-col gap-4">
              {ofDay.map((closing) => (
                <li key={closing.lotId}>
                  <ClosingLine closing={closing} zone={zone} />
                  <p className="tabular mt-0.5 text-xs text-slate">
                    {closing.follows === 'bid' ? t`You bid` : t`You’re watching`} ·{' '}
                    <Link
                      href={paths.auction(closing.auctionId)}
                      className="underline decoration-line underline-offset-4"
                    >
                      {closing.auctionTitle}
                    </Link>{' '}
                    · {basisWords(closing)}
                  </p>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}
