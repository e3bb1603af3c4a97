import { useQueryClient } from '@tanstack/react-query'
import { type BankLine, listBankLines, returnBankLine, takeBackLine, undoMatch } from '#contract/payments/transfers.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useCall } from '#web/platform/forms/use-action.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/platform/language/text.ts'

export type LineAction = 'return' | 'undo' | 'take-back'

const ACTIONS = {
  return: {
    endpoint: returnBankLine,
    title: (amount: string) => t`Did you return ${amount}?`,
    description: ({ payerName, payerAccount }: BankLine) => {
      const account = payerAccount || t`account as in the bank’s file`
      const recipient = payerName === '' ? t`To the payer, ${account}.` : t`To ${payerName}, ${account}.`
      return `${recipient} ${t`Send it from the bank first. This only records that you did.`}`
    },
    close: t`Not yet`,
    button: t`Mark as returned`,
    done: (amount: string) => t`${amount} marked as returned`,
  },
  undo: {
    endpoint: undoMatch,
    title: () => t`Undo this match?`,
    description: ({ person }: BankLine) => {
      const owed =
        person === null
          ? t`What the transfer had paid for its payer is owed again, and they get an email.`
          : t`What the transfer had paid for ${person} is owed again, and they get an email.`
      return `${owed} ${t`The transfer returns to the list of unmatched transfers.`}`
    },
    close: t`Keep match`,
    button: t`Undo match`,
    done: () => t`Match undone`,
  },
  'take-back': {
    endpoint: takeBackLine,
    title: (amount: string) => t`Remove ${amount} from the ledger?`,
    description: () =>
      t`For a line that shouldn’t have been imported. Its entries are reversed, and the line stays in the list, marked as removed.`,
    close: t`Keep line`,
    button: t`Remove line`,
    done: (amount: string) => t`${amount} removed from the ledger`,
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
