import { AUCTION_KIND_WORDS, AUCTION_STATE_WORDS } from '#contract/auctions/auction-entry.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { AuctionProgress } from '#contract/reporting/overview.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** The same widths in every such table: one is below the other. */
const COLUMNS =
  'lg:table-fixed lg:[&_th]:w-[8%] lg:[&_th:first-child]:w-[21%] lg:[&_th:nth-child(6)]:w-[13%] lg:[&_th:nth-last-child(-n+2)]:w-[17%]'

/** Auctions that haven't ended, and how far each is. `none`: in place of an empty table. */
export function AuctionTable({
  title,
  none,
  auctions,
  progress,
}: {
  title: string
  none: string
  auctions: readonly Auction[]
  progress: ReadonlyMap<string, AuctionProgress>
}) {
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      {auctions.length === 0 ? (
        <p className="mt-1 text-slate">{none}</p>
      ) : (
        <Table caption={title} dense className={COLUMNS}>
          <Heads
            of={[
              t`Auction`,
              t`State`,
              t`Kind`,
              { right: t`Lots ended` },
              { right: t`Sold` },
              { right: t`Hammer total` },
              t`Starts`,
              t`Last lot ends`,
            ]}
          />
          <tbody>
            {auctions.map((auction) => (
              <Row key={auction.id} auction={auction} progress={progress.get(auction.id)} />
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}

function Row({ auction, progress }: { auction: Auction; progress: AuctionProgress | undefined }) {
  const { id, title, state, kind, lotCount, opensAt, startsAt, endsAt, currency } = auction
  return (
    <tr>
      <td>
        <RowLink href={paths.adminPage(`auctions/${id}`)}>{title}</RowLink>
      </td>
      <td>{translated(AUCTION_STATE_WORDS[state])}</td>
      <td>{translated(AUCTION_KIND_WORDS[kind])}</td>
      <td className="text-right">{progress === undefined ? lotCount : t`${progress.ended} of ${progress.lots}`}</td>
      <td className="text-right">{progress?.sold ?? '–'}</td>
      <td className="text-right">{progress === undefined ? '–' : formatMoney(progress.hammer, currency)}</td>
      <td>{formatInstant(kind === 'live' ? startsAt : opensAt)}</td>
      <td>{endsAt === null ? t`No set time` : formatInstant(endsAt)}</td>
    </tr>
  )
}
