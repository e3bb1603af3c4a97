import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type BankLine, listBankLines, returnBankLine, takeBackLine, undoMatch } from '#contract/transfers.ts'
import { retryUnanswered, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'

export type LineAction = 'return' | 'undo' | 'take-back'

const ACTIONS = {
  return: {
    endpoint: returnBankLine,
    title: (amount: string) => `Have you sent ${amount} back?`,
    description: ({ payerName, payerAccount }: BankLine) =>
      `To ${payerName || 'the payer'}, ${payerAccount || 'account as in the bank’s file'}. Send it from the bank first: this only notes that you did.`,
    close: 'Not yet',
    button: 'I sent it back',
    done: (amount: string) => `${amount} noted as sent back`,
  },
  undo: {
    endpoint: undoMatch,
    title: () => 'Undo this match?',
    description: ({ person }: BankLine) =>
      `What the transfer had paid for ${person ?? 'its payer'} is owed again, and they get an email. The transfer goes back to the list of those to be matched.`,
    close: 'Keep the match',
    button: 'Undo the match',
    done: () => 'The match is undone',
  },
  'take-back': {
    endpoint: takeBackLine,
    title: (amount: string) => `Take ${amount} out of the books?`,
    description: () =>
      'For a line that should not have been imported. Its entries are reversed; the line stays in the list, marked as taken back.',
    close: 'Keep it',
    button: 'Take it out',
    done: (amount: string) => `${amount} taken out of the books`,
  },
}

/** An action on a line of the bank that needs a reason. */
export function LineActionDialog({
  line,
  action,
  onClose,
}: {
  line: BankLine
  action: LineAction
  onClose: () => void
}) {
  const { endpoint, title, description, close, button, done } = ACTIONS[action]
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const amount = formatMoney(action === 'return' ? line.remaining : line.amount, line.currency, true)
  const { mutateAsync, error } = useMutation({
    mutationFn: () => call(endpoint, { params: { lineId: line.id }, body: { reason: reason.trim() } }),
    retry: retryUnanswered,
  })
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    if (reason.trim().length < 3) return setFault('Say why.')
    setFault(undefined)
    if ((await mutateAsync().catch(() => null)) === null) return
    await client.invalidateQueries({ queryKey: [listBankLines.path] })
    toast({ title: done(amount) })
    onClose()
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={title(amount)} description={description(line)}>
        <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
          {error === null ? null : (
            <Notice tone="bad" title="Nothing was changed">
              {wordsOfFailure(error)}
            </Notice>
          )}
          <Field label="Reason" hint="Kept in the audit log." error={fault}>
            <Textarea rows={2} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <DialogFooter>
            <DialogClose>{close}</DialogClose>
            <Button type="submit" aria-disabled={busy}>
              {busy ? 'Working' : button}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
