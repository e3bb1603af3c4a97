import { t } from '#web/platform/language/text.ts'
import { useEffect, useRef } from 'react'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { chime } from '../alarms/alarms.ts'
import { BlockLot } from './block-lot.tsx'
import { NextLots } from './block-next.tsx'
import { UntilFirstLot } from './until-first-lot.tsx'
import { BlockResult } from './block-result.tsx'
import { LatestMessage } from '../messages/latest-message.tsx'
import type { Standings } from '../standings.ts'
import type { Places } from '../turns/use-places.ts'

const NEXT_SHOWN = 3
const COMES_UP_HERTZ = 520
const HAMMER_HERTZ = 260

/**
 * A live auction in progress: the lot on the block with its bid box, the result of the previous lot, and the next ones.
 * Follows the auction automatically.
 */
export default function OnTheBlock({
  auction,
  lots,
  standings,
  places,
  paddle,
}: {
  auction: Auction
  lots: readonly LotSummary[]
  standings: Standings
  places: Places
  paddle: number
}) {
  const open = lots.find((lot) => standings.get(lot.id)?.status === 'open')
  const left = lots.filter((one) => standings.get(one.id)?.status === 'scheduled')
  const last = lastEnded(lots, standings)
  useChimes(open?.id, last?.id)
  if (open === undefined && left.length === 0 && last === undefined) return null
  // Between two lots, the sold one stays in place with its result.
  const onBlock = open ?? (left.length > 0 ? last : undefined)
  const standing = onBlock === undefined ? undefined : standings.get(onBlock.id)
  return (
    <section aria-labelledby="on-the-block" className="mb-12">
      {/* On a phone the first screen belongs to the lot. */}
      <h2 id="on-the-block" className={onBlock === undefined ? 'text-lg' : 'text-lg max-lg:sr-only'}>
        {headingOf(onBlock !== undefined, left.length > 0)}
      </h2>
      <LatestMessage auctionId={auction.id} />
      <div className={onBlock === undefined ? '' : 'mt-3 min-h-13'}>
        {/* While no lot is on the block, the place is said above. */}
        {last === undefined && onBlock !== undefined ? <p className="text-slate">{auction.location}</p> : null}
        {last === undefined ? null : (
          <BlockResult
            lot={last}
            standing={standings.get(last.id)}
            currency={auction.currency}
            isLast={onBlock === undefined}
          />
        )}
      </div>
      {onBlock === undefined || standing === undefined ? null : (
        <BlockLot
          key={onBlock.id}
          lotSummary={onBlock}
          standing={standing}
          place={t`Lot ${lots.indexOf(onBlock) + 1} of ${lots.length}`}
          paddle={paddle}
          currency={auction.currency}
          followsAnother={last !== undefined}
        />
      )}
      {onBlock === undefined && left.length > 0 ? <UntilFirstLot startsAt={auction.startsAt} /> : null}
      {left.length === 0 ? null : (
        <NextLots
          lots={left.slice(0, NEXT_SHOWN)}
          standings={standings}
          currency={auction.currency}
          placeOf={(lotId) => places.get(lotId)?.place ?? ''}
        />
      )}
    </section>
  )
}

function headingOf(isOnBlock: boolean, hasNext: boolean): string {
  if (isOnBlock) return t`On the block`
  return hasNext ? t`First on the block` : t`The auction has ended`
}

/** The lot that ended last. */
export function lastEnded(lots: readonly LotSummary[], standings: Standings): LotSummary | undefined {
  return lots.findLast(({ id }) => {
    const status = standings.get(id)?.status
    return status === 'sold' || status === 'passed' || status === 'reserve-not-met'
  })
}

/** A tone when a lot opens and another when it closes, for people who have sound on. */
function useChimes(onBlock: string | undefined, ended: string | undefined): void {
  const before = useRef({ onBlock, ended })
  useEffect(() => {
    const was = before.current
    before.current = { onBlock, ended }
    if (onBlock !== undefined && onBlock !== was.onBlock) chime(COMES_UP_HERTZ)
    else if (ended !== undefined && ended !== was.ended) chime(HAMMER_HERTZ)
  }, [onBlock, ended])
}
