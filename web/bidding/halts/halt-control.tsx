import { type ReactNode, useState } from 'react'
import type { Halt } from '#contract/bidding/halts.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HaltAction } from './halt-action.tsx'
import { type HaltPress, useHalts } from './use-halts.ts'
import { plural, t } from '#web/platform/language/text.ts'

const ROW = 'mt-3 flex flex-wrap items-center gap-2'
const ALL_AUCTIONS = { pause: t`Pause all auctions`, resume: t`Resume all auctions` }
const ALL_LOTS = { pause: t`Pause all lots`, resume: t`Resume all lots` }

/**
 * What one press pauses: the lots of one auction, or of all auctions if none is named. `hasNone`: nothing runs, so there is nothing to
 * pause. `children`: actions in the same row.
 */
export function HaltControl({
  auctionId,
  mayTakeAction,
  hasNone = false,
  children,
}: {
  auctionId: string | null
  mayTakeAction: boolean
  hasNone?: boolean
  children?: ReactNode
}) {
  const { halts, take } = useHalts()
  const [verb, setVerb] = useState<HaltPress['verb'] | null>(null)
  if (halts === undefined) return mayTakeAction ? <div className={ROW}>{children}</div> : null
  const own = halts.find((halt) => halt.auctionId === auctionId)
  const app = auctionId === null ? undefined : halts.find((halt) => halt.auctionId === null)
  const names = auctionId === null ? ALL_AUCTIONS : ALL_LOTS
  return (
    <>
      {app === undefined ? null : <Standing title={t`All auctions are paused`} halt={app} />}
      {own === undefined ? null : (
        <Standing title={auctionId === null ? t`All auctions are paused` : t`This auction is paused`} halt={own} />
      )}
      {mayTakeAction ? (
        <div className={ROW}>
          {own === undefined && hasNone ? null : (
            <Button variant="outline" size="sm" onClick={() => setVerb(own === undefined ? 'pause' : 'resume')}>
              {own === undefined ? names.pause : names.resume}
            </Button>
          )}
          {children}
        </div>
      ) : null}
      {verb === null ? null : (
        <HaltAction
          auctionId={auctionId}
          verb={verb}
          onClose={(reply) => {
            setVerb(null)
            if (reply !== null) take(reply)
          }}
        />
      )}
    </>
  )
}

function Standing({ title, halt }: { title: string; halt: Halt }) {
  return (
    <div className="mt-3 max-w-[48rem]">
      <Notice tone="bad" title={title}>
        <p>{halt.reason}</p>
        <p className="tabular mt-1 text-sm text-slate">
          {`${halt.startedBy}, ${formatInstant(halt.startedAt)}. ${heldWords(halt.lots)}`}
        </p>
      </Notice>
    </div>
  )
}

/** A lot that was paused earlier, on its own or by another halt, does not count toward this halt. */
function heldWords(lots: number): string {
  if (lots === 0) return t`No lots paused; lots that open in the meantime are paused, too.`
  return plural(lots, {
    one: '# lot paused; lots that open in the meantime are paused, too.',
    other: '# lots paused; lots that open in the meantime are paused, too.',
  })
}
