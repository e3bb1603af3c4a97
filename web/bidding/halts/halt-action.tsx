import { useMutation } from '@tanstack/react-query'
import type { HaltReply } from '#contract/bidding/halts.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type HaltPress, pressHalt } from './use-halts.ts'
import { plural, t } from '#web/platform/language/text.ts'

const WORDS = {
  pause: {
    auction: { name: t`Pause all lots`, now: t`Pause all lots now` },
    company: { name: t`Pause all auctions`, now: t`Pause all auctions now` },
    meaning: t`The clock of every open lot stops with the time left, and these lots take no bids. Lots that open in the meantime are paused immediately. Auto-bids on coming lots of live auctions still count. You can resume them all at any time.`,
  },
  resume: {
    auction: { name: t`Resume all lots`, now: t`Resume all lots now` },
    company: { name: t`Resume all auctions`, now: t`Resume all auctions now` },
    meaning: t`Every lot paused this way resumes immediately with the time left. Lots paused individually stay paused. You can pause them all again.`,
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
  const { name, now } = WORDS[verb][auctionId === null ? 'company' : 'auction']
  return (
    <ReasonDialog
      title={name}
      words={WORDS[verb].meaning}
      action={now}
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
  if (verb === 'pause') {
    if (more) return plural(changed, { one: '# lot paused, more to follow', other: '# lots paused, more to follow' })
    return changed === 0
      ? t`Paused; no lots were running`
      : plural(changed, { one: '# lot paused', other: '# lots paused' })
  }
  if (more) return plural(changed, { one: '# lot resumed, more to follow', other: '# lots resumed, more to follow' })
  return changed === 0
    ? t`Resumed; no lots were paused`
    : plural(changed, { one: '# lot resumed', other: '# lots resumed' })
}
