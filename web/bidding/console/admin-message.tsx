import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageAuction } from '#contract/bidding/auction-console.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { useSendId } from '#web/platform/forms/use-send-id.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t } from '#web/platform/language/text.ts'

const TEXT_MAX = 300
/** Texts that an auctioneer needs in a hurry; each can be changed before it is sent. */
const PREPARED = [
  t`We’re taking a short break. The auction continues in five minutes.`,
  t`We have a technical problem and have paused the auction. Every bid stands.`,
  t`The auction continues now.`,
]

/** A message to everyone who follows the auction: in the page immediately, and by push. */
export function AuctionMessage({
  auctionId,
  followers,
  onClose,
}: {
  auctionId: string
  followers: number | null
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const { idOf } = useSendId()
  const { mutateAsync } = useMutation({
    mutationFn: (said: string) =>
      call(messageAuction, { params: { auctionId }, body: { messageId: idOf(said), text: said } }),
  })
  const { run, busy, failure, wrong } = useAttempt(async () => {
    const said = text.trim()
    if (said.length < 3) return t`Enter a message.`
    const sent = await mutateAsync(said)
    toast({ title: plural(sent.followers, { one: 'Sent to # person', other: 'Sent to # people' }) })
    onClose()
  })
  const left = TEXT_MAX - text.length
  return (
    <Dialog
      onClose={onClose}
      title={t`Message bidders`}
      description={
        followers === null
          ? t`To everyone who bids on or watches a lot that hasn’t ended. You can’t undo it.`
          : t`To everyone who bids on or watches a lot that hasn’t ended: ${plural(followers, { one: '# person', other: '# people' })} now. You can’t undo it.`
      }
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        {failure === null ? null : <RequestFailed title={t`Nothing was sent`} failure={failure} />}
        <Field
          label={t`Message`}
          hint={plural(left, { one: '# character left.', other: '# characters left.' })}
          error={wrong ?? undefined}
        >
          <Textarea rows={4} maxLength={TEXT_MAX} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <ul aria-label={t`Prepared messages`} className="flex flex-col">
          {PREPARED.map((each) => (
            <li key={each}>
              <Button variant="link" size="sm" className="text-left whitespace-normal" onClick={() => setText(each)}>
                {each}
              </Button>
            </li>
          ))}
        </ul>
        <DialogSubmit busy={busy}>{t`Send message`}</DialogSubmit>
      </form>
    </Dialog>
  )
}
