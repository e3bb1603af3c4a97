import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { HaltReply } from '#contract/halts.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type HaltPress, pressHalt } from './use-halts.ts'

const WORDS = {
  pause: {
    sale: 'Pause all lots',
    house: 'Pause all sales',
    meaning:
      'The clock of every open lot stops with the time it has left, and no bid is taken. A lot that opens or comes up meanwhile is paused at once.',
  },
  resume: {
    sale: 'Let all lots go on',
    house: 'Let all sales go on',
    meaning:
      'Every lot that was paused by this goes on at once with the time it had left. A lot that was paused by itself stays so.',
  },
}

/** Why, with what it means in sight; one press does it. The same press again does nothing more. */
export function HaltAct({
  auctionId,
  verb,
  onClose,
}: {
  auctionId: string | null
  verb: HaltPress['verb']
  onClose: (reply: HaltReply | null) => void
}) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  const { mutateAsync, error } = useMutation({ mutationFn: pressHalt })
  const name = WORDS[verb][auctionId === null ? 'house' : 'sale']
  const { run, busy } = useSingleFlight(async () => {
    const said = reason.trim()
    setFault(said.length < 3 ? 'Give a reason.' : undefined)
    if (said.length < 3) return
    const reply = await mutateAsync({ auctionId, verb, reason: said }).catch(() => null)
    if (reply === null) return
    toast({ title: doneWords(verb, reply) })
    onClose(reply)
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose(null))}>
      <DialogContent title={name} description={WORDS[verb].meaning}>
        <div className="flex flex-col gap-4">
          {error === null ? null : (
            <Notice tone="bad" title="Not known to be done">
              {wordsOfFailure(error)}
            </Notice>
          )}
          <Field label="Reason" hint="On the record of every lot; the bidders may read it." error={fault}>
            <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <DialogFooter>
            <Button
              variant={verb === 'pause' ? 'destructive' : 'default'}
              aria-disabled={busy}
              onClick={() => void run()}
            >
              {name} now
            </Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  )
}

function doneWords(verb: HaltPress['verb'], { changed, more }: HaltReply): string {
  if (changed === 0 && !more) return verb === 'pause' ? 'In force; no lot was running' : 'Lifted; no lot waited for it'
  const lots = changed === 1 ? '1 lot' : `${changed} lots`
  return `${lots} ${verb === 'pause' ? 'paused' : changed === 1 ? 'goes on' : 'go on'}${more ? ', the others follow' : ''}`
}
