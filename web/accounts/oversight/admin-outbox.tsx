import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  listMessages,
  MESSAGE_STATE_WORDS,
  MESSAGE_STATES,
  type OutboxMessage,
  retryMessages,
} from '#contract/accounts/oversight.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { plural, t, translated } from '#web/platform/language/text.ts'

const EVERY_MS = 5000

const canRetry = ({ state }: OutboxMessage) => state !== 'waiting'

/** Messages between features not yet handled: retried automatically until they fail for good and wait for the owner. */
export default function AdminOutbox() {
  return (
    <AdminListScreen
      list={listMessages}
      title={t`Background work`}
      count={(total) => plural(total, { one: '# message', other: '# messages' })}
      intro={t`Work that follows an action, such as issuing an invoice, runs in the background. Failures are retried up to twelve times, then wait here.`}
      empty={{ title: t`All done`, text: t`Nothing is waiting or failed.` }}
      everyMs={EVERY_MS}
      codes={(data) => ({
        state: MESSAGE_STATES.map(
          (one) => [one, `${translated(MESSAGE_STATE_WORDS[one])} (${data?.counts[one] ?? '–'})`] as const,
        ),
        topic: data?.topics.map(({ topic, event }) => [topic, translated(event)] as const),
      })}
      cells={{
        key: ({ key }) => aboutWords(key),
        failure: ({ failure }) => (
          <span className="block sm:max-w-56 sm:wrap-break-word">{failure === null ? '–' : translated(failure)}</span>
        ),
        state: ({ state }) => (
          <span className={state === 'given-up' ? 'font-semibold text-outbid' : ''}>
            {translated(MESSAGE_STATE_WORDS[state])}
          </span>
        ),
      }}
      bulk={{ can: canRetry, of: (chosen) => <Retry messages={chosen}>{t`Retry selected (${chosen.length})`}</Retry> }}
      actions={{
        label: t`Action`,
        of: (message) => (canRetry(message) ? <Retry messages={[message]}>{t`Try again`}</Retry> : null),
      }}
    />
  )
}

/** `lot:…` and `account:…` by their last characters: enough to tell them apart. */
function aboutWords(key: string | null): string {
  if (key === null) return '–'
  const [kind = '', id = ''] = key.split(':')
  return `${translated(kind)} …${id.slice(-6)}`
}

function Retry({ messages, children }: { messages: readonly OutboxMessage[]; children: ReactNode }) {
  const client = useQueryClient()
  const retry = useCall(retryMessages)
  const { run, busy } = useSingleFlight(async () => {
    try {
      const { count } = await retry({ body: { messageIds: messages.map(({ id }) => id) } })
      toast({ title: count === 0 ? t`Already in progress` : t`Retried` })
    } catch (failure) {
      toast({ title: t`Couldn’t retry`, description: failureMessage(failure), variant: 'destructive' })
    }
    await client.invalidateQueries({ queryKey: [listMessages.path] })
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {children}
    </Button>
  )
}
