import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageSale } from '#contract/sale-console.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'

const TEXT_MAX = 300

/** A message to everybody who follows the sale: in page at once, and by push. */
export function SaleMessage({
  auctionId,
  followers,
  onClose,
}: {
  auctionId: string
  followers: number | null
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>(undefined)
  const [messageId] = useState(() => crypto.randomUUID())
  const { mutateAsync, error } = useMutation({
    mutationFn: (said: string) => call(messageSale, { params: { auctionId }, body: { messageId, text: said } }),
  })
  const { run, busy } = useSingleFlight(async () => {
    const said = text.trim()
    setFault(said.length < 3 ? 'Say something.' : undefined)
    if (said.length < 3) return
    const sent = await mutateAsync(said).catch(() => null)
    if (sent === null) return
    toast({ title: sent.followers === 1 ? 'One person is told' : `${sent.followers} people are told` })
    onClose()
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Message to bidders"
        description={`To everybody who bids on or watches a lot that has not ended${followers === null ? '' : `: ${followers === 1 ? '1 person' : `${followers} people`} now`}. It cannot be taken back.`}
      >
        <div className="flex flex-col gap-4">
          {error === null ? null : (
            <Notice tone="bad" title="Nothing was sent">
              {wordsOfFailure(error)}
            </Notice>
          )}
          <Field label="Message" hint={`${TEXT_MAX - text.length} characters left.`} error={fault}>
            <Textarea rows={4} maxLength={TEXT_MAX} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
          <DialogFooter>
            <Button aria-disabled={busy} onClick={() => void run()}>
              Send to all
            </Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  )
}
