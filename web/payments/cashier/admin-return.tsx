import { useQueryClient } from '@tanstack/react-query'
import { type BankLine, listBankLines, returnBankLine, takeBackLine, undoMatch } from '#contract/payments/transfers.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useCall } from '#web/platform/forms/use-action.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { toast } from '#web/ui/toast.tsx'

export type LineAction = 'return' | 'undo' | 'take-back'

const ACTIONS = {
  return: {
    endpoint: returnBankLine,
    title: (amount: string) => `Did you return ${amount}?`,
    description: ({ payerName, payerAccount }: BankLine) =>
      `To ${payerName || 'the payer'}, ${payerAccount || 'account as in the bank’s file'}. Send it from the bank first. This only records that you did.`,
    close: 'Not yet',
    button: 'Mark as returned',
    done: (amount: string) => `${amount} marked as returned`,
  },
  undo: {
    endpoint: undoMatch,
    title: () => 'Undo this match?',
    description: ({ person }: BankLine) =>
      `What the transfer had paid for ${person ?? 'its payer'} is owed again, and they get an email. The transfer returns to the list of unmatched transfers.`,
    close: 'Keep match',
    button: 'Undo match',
    done: () => 'Match undone',
  },
  'take-back': {
    endpoint: takeBackLine,
    title: (amount: string) => `Remove ${amount} from the ledger?`,
    description: () =>
      'For a line that shouldn’t have been imported. Its entries are reversed, and the line stays in the list, marked as removed.',
    close: 'Keep line',
    button: 'Remove line',
    done: (amount: string) => `${amount} removed from the ledger`,
  },
}

/** An action on a bank line that needs a reason. */
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
  const send = useCall(endpoint)
  const amount = formatExactMoney(action === 'return' ? line.remaining : line.amount, line.currency)
  return (
    <ReasonDialog
      title={title(amount)}
      words={description(line)}
      action={button}
      cancel={close}
      variant="default"
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { lineId: line.id }, body: { reason } })
        await client.invalidateQueries({ queryKey: [listBankLines.path] })
        toast({ title: done(amount) })
        onClose()
      }}
    />
  )
}
