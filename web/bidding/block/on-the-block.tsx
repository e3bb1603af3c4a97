import { useEffect, useRef } from 'react'
import type { Auction } from '#contract/auctions.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatDuration, formatInstant } from '#web/platform/time.ts'
import { chime } from '../alarms/alarms.ts'
import { BlockLot } from './block-lot.tsx'
import { NextLots } from './block-next.tsx'
import { BlockResult } from './block-result.tsx'
import type { Standings } from '../use-standings.ts'

const NEXT_SHOWN = 3
const COMES_UP_HERTZ = 520
const HAMMER_HERTZ = 260

/**
 * A live sale as it goes: the lot on the block with its bid box, what became of the one before, and the next ones. It follows the
 * sale by itself.
 */
export default function OnTheBlock({
  sale,
  lots,
  standings,
}: {
  sale: Auction
  lots: readonly LotTeaser[]
  standings: Standings
}) {
  const open = lots.find((lot) => standings.get(lot.id)?.status === 'open')
  const left = lots.filter((one) => standings.get(one.id)?.status === 'scheduled')
  const last = lastEnded(lots, standings)
  useChimes(open?.id, last?.id)
  if (open === undefined && left.length === 0 && last === undefined) return null
  // In the moment between two lots the one that was sold stays where it is, with its result.
  const onBlock = open ?? (left.length > 0 ? last : undefined)
  return (
    <section aria-labelledby="on-the-block" className="mb-12">
      <h2 id="on-the-block" className="text-lg">
        {headingOf(onBlock !== undefined, left.length > 0)}
      </h2>
      {last === undefined ? null : (
        <BlockResult
          lot={last}
          standing={standings.get(last.id)}
          currency={sale.currency}
          isLast={onBlock === undefined}
        />
      )}
      {onBlock === undefined ? null : (
        <BlockLot
          key={onBlock.id}
          teaser={onBlock}
          standing={standings.get(onBlock.id)}
          followsAnother={last !== undefined}
        />
      )}
      {onBlock === undefined && left.length > 0 ? <Waiting startsAt={sale.startsAt} /> : null}
      {left.length === 0 ? null : (
        <NextLots lots={left.slice(0, NEXT_SHOWN)} standings={standings} currency={sale.currency} />
      )}
    </section>
  )
}

function headingOf(isOnBlock: boolean, hasNext: boolean): string {
  if (isOnBlock) return 'On the block'
  return hasNext ? 'First on the block' : 'The sale is over'
}

/** Until the first lot comes up. */
function Waiting({ startsAt }: { startsAt: number }) {
  const left = startsAt - useServerNow(startsAt)
  return (
    <p role="status" className="tabular mt-3 text-base text-slate">
      {left > 0
        ? `The first lot comes up ${formatInstant(startsAt)}, in ${formatDuration(left)}. This page follows by itself.`
        : 'The first lot comes up in a moment.'}
    </p>
  )
}

/** Of the lots that ended the one that ended last. */
function lastEnded(lots: readonly LotTeaser[], standings: Standings): LotTeaser | undefined {
  return lots.findLast(({ id }) => {
    const status = standings.get(id)?.status
    return status === 'sold' || status === 'passed' || status === 'reserve-not-met'
  })
}

/** A tone when a lot comes up and another when the hammer falls, for who has sound switched on. */
function useChimes(onBlock: string | undefined, ended: string | undefined): void {
  const before = useRef({ onBlock, ended })
  useEffect(() => {
    const was = before.current
    before.current = { onBlock, ended }
    if (onBlock !== undefined && onBlock !== was.onBlock) chime(COMES_UP_HERTZ)
    else if (ended !== undefined && ended !== was.ended) chime(HAMMER_HERTZ)
  }, [onBlock, ended])
}
