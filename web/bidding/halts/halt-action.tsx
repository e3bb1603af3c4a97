import { plural, t } from '#web/platform/language/text.ts'
import { useMutation } from '@tanstack/react-query'
import type { HaltReply } from '#contract/bidding/halts.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type HaltPress, pressHalt } from './use-halts.ts'

const WORDS = {
  pause: {
    auction: t`Pause all lots`,
    company: t`Pause all auctions`,
    meaning: t`The clock of every open lot stops with the time left, and we take no bids. Lots that open in the meantime are paused immediately.`,
  },
  resume: {
    auction: t`Resume all lots`,
    company: t`Resume all auctions`,
    meaning: t`Every lot paused this way resumes immediately with the time left. Lots paused individually stay paused.`,
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
      action={t`${name} now`}
      hint={t`On the record of every lot; bidders can read it.`}
      failed={t`We don’t know whether it worked`}
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
  if (changed === 0 && !more) return verb === 'pause' ? t`Paused; no lots were open` : t`Resumed; no lots were paused`
  const lots = plural(changed, { one: '# lot', other: '# lots' })
  return `${lots} ${verb === 'pause' ? 'paused' : 'resumed'}${more ? ', more to follow' : ''}`
}
