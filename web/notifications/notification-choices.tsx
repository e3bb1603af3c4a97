import { t } from '#web/platform/language/text.ts'
import type { NoticeChoice } from '#contract/notifications/notifications.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSelling } from '#web/selling/use-selling.ts'
import { useUser } from '#web/platform/session.tsx'
import { KIND_GROUPS } from './kind-words.ts'
import { PushSwitch } from './push-switch.tsx'
import { useChangeChoice, useChoices } from './use-choices.ts'

const CHANNELS = [
  { channel: 'mail', label: t`Email` },
  { channel: 'push', label: t`Push` },
  { channel: 'page', label: t`On site` },
] as const

/** How each kind of notice reaches the person. For the profile: the link in every email leads to `#notifications`. */
export function NotificationChoices() {
  const { data, error, refetch } = useChoices()
  const { mutate, error: refused } = useChangeChoice()
  const groups = useOwnGroups()
  return (
    <section id="notifications" aria-labelledby="notifications-title" className="scroll-mt-6">
      <h2 id="notifications-title" className="text-lg">
        {t`Notifications`}
      </h2>
      <p className="mt-2 text-slate">
        {t`Choose what we send by email, by push or here on the site. We always email you about account security.`}
      </p>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-4 h-64" />
        ) : (
          <RequestFailed
            title={t`We couldn’t load your settings`}
            also={t`They haven’t changed.`}
            failure={error}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <>
          <PushSwitch choices={data} />
          {refused === null ? null : <RequestFailed title={t`We couldn’t save this change`} failure={refused} />}
          {groups.map((group) => (
            <ChoiceTable key={group.heading} group={group} items={data.items} onChange={mutate} />
          ))}
        </>
      )}
    </section>
  )
}

/** The kinds that can reach the person: not everyone sells, or works for us. */
function useOwnGroups(): typeof KIND_GROUPS {
  const { user } = useUser()
  const { data: selling } = useSelling()
  const isIt = { sellers: selling?.seller != null, staff: user !== null && user.role !== 'member' }
  return KIND_GROUPS.map(({ heading, kinds }) => ({
    heading,
    kinds: kinds.filter(({ only }) => only === undefined || isIt[only]),
  })).filter(({ kinds }) => kinds.length > 0)
}

function ChoiceTable({
  group,
  items,
  onChange,
}: {
  group: (typeof KIND_GROUPS)[number]
  items: readonly NoticeChoice[]
  onChange: (choice: NoticeChoice) => void
}) {
  return (
    <table className="mt-6 w-full border-collapse">
      <caption className="sr-only">{group.heading}</caption>
      <thead>
        <tr className="text-xs text-slate">
          <th scope="col" className="py-1 text-left text-sm font-semibold text-ink">
            {group.heading}
          </th>
          {CHANNELS.map(({ channel, label }) => (
            <th key={channel} scope="col" className="w-13 py-1 text-center font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {group.kinds.map(({ kind, label }) => {
          const choice = items.find((item) => item.kind === kind)
          if (choice === undefined) return null
          return (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                {label}
              </th>
              {CHANNELS.map(({ channel, label: way }) => (
                <td key={channel} className="text-center">
                  <label className="inline-flex size-11 cursor-pointer items-center justify-center has-disabled:cursor-default">
                    <input
                      aria-label={`${label}: ${way}${choice.fixed.includes(channel) ? t`, fixed` : ''}`}
                      type="checkbox"
                      className="size-5 accent-leading disabled:opacity-60"
                      checked={choice[channel]}
                      disabled={choice.fixed.includes(channel)}
                      onChange={(event) => onChange({ ...choice, [channel]: event.target.checked })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
