import { useState } from 'react'
import type { Halt } from '#contract/halts.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { HaltAct } from './halt-act.tsx'
import { type HaltPress, useHalts } from './use-halts.ts'

/** What is paused by one press: the lots of one sale, or those of all sales where none is named. */
export function HaltControl({ auctionId, mayAct }: { auctionId: string | null; mayAct: boolean }) {
  const { halts, take } = useHalts()
  const [verb, setVerb] = useState<HaltPress['verb'] | null>(null)
  if (halts === undefined) return null
  const own = halts.find((halt) => halt.auctionId === auctionId)
  const house = auctionId === null ? undefined : halts.find((halt) => halt.auctionId === null)
  const what = auctionId === null ? 'all sales' : 'all lots'
  return (
    <>
      {house === undefined ? null : <Standing title="All sales stand still" halt={house} />}
      {own === undefined ? null : (
        <Standing title={auctionId === null ? 'All sales stand still' : 'This sale stands still'} halt={own} />
      )}
      {mayAct ? (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          onClick={() => setVerb(own === undefined ? 'pause' : 'resume')}
        >
          {own === undefined ? `Pause ${what}` : `Let ${what} go on`}
        </Button>
      ) : null}
      {verb === null ? null : (
        <HaltAct
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
          {halt.startedBy}, {formatInstant(halt.startedAt)}. {heldWords(halt.lots)}; what opens meanwhile is paused,
          too.
        </p>
      </Notice>
    </div>
  )
}

/** A lot that was paused before, by itself or by another halt, is none of this one's. */
function heldWords(lots: number): string {
  if (lots === 0) return 'No lot waits for it'
  return lots === 1 ? '1 lot waits with the time left' : `${lots} lots wait with the time left`
}
