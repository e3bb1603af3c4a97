import { useMutation } from '@tanstack/react-query'
import type { HaltReply } from '#contract/bidding/halts.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type HaltPress, pressHalt } from './use-halts.ts'

const WORDS = {
  pause: {
    auction: 'Pause all lots',
    company: 'Pause all auctions',
    meaning:
      'The clock of every open lot stops with the time left, and we take no bids. Lots that open in the meantime are paused immediately. You can resume them all at any time.',
  },
  resume: {
    auction: 'Resume all lots',
    company: 'Resume all auctions',
    meaning:
      'Every lot paused this way resumes immediately with the time left. Lots paused individually stay paused. You can pause them all again.',
  },
}

/** Asks for a reason and shows what the action means; one press does it. Pressing again has no further effect. */
export function HaltAction({
  auctionId,
  verb,
  onClose,
}: {
  auctionId: string | null
  verb: HaltPress['verb']
  onClose: (reply: HaltReply | null) => void
}) {
  const { mutateAsync } = useMutation({ mutationFn: pressHalt })
  const name = WORDS[verb][auctionId === null ? 'company' : 'auction']
  return (
    <ReasonDialog
      title={name}
      words={WORDS[verb].meaning}
      action={`${name} now`}
      hint="On the record of every lot; bidders can read it."
      failed="We don’t know whether it worked"
      variant={verb === 'pause' ? 'destructive' : 'default'}
      maxLength={500}
      onClose={() => onClose(null)}
      onAction={async (reason) => {
        const reply = await mutateAsync({ auctionId, verb, reason })
        toast({ title: doneWords(verb, reply) })
        onClose(reply)
      }}
    />
  )
}

function doneWords(verb: HaltPress['verb'], { changed, more }: HaltReply): string {
  if (changed === 0 && !more) return verb === 'pause' ? 'Paused; no lots were open' : 'Resumed; no lots were paused'
  const lots = changed === 1 ? '1 lot' : `${changed} lots`
  return `${lots} ${verb === 'pause' ? 'paused' : 'resumed'}${more ? ', more to follow' : ''}`
}
