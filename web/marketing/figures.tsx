import { plural, t, translated } from '#web/platform/language/text.ts'
import { CHANNEL_WORDS } from '#contract/accounts/referral-channels.ts'
import type { ReferralFigures } from '#contract/marketing/marketing.ts'
import { formatExactMoney } from '../platform/money.ts'
import { RequestFailed } from '../ui/request-failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Heads, Table } from '../ui/table.tsx'
import { ClickChart } from './click-chart.tsx'
import { useReferrals } from './use-marketing.ts'

/** The member's clicks, sign-ups and rewards, by day and by channel. */
export function Figures() {
  const { data, error } = useReferrals()
  if (data === undefined && error !== null)
    return <RequestFailed title={t`We couldn’t load your figures`} failure={error} />
  if (data === undefined) return <Skeleton className="mt-4 h-64" />
  return (
    <>
      <Totals figures={data} />
      <ClickChart days={data.days} />
      {data.channels.length === 0 ? null : <Channels channels={data.channels} />}
    </>
  )
}

function Totals({ figures }: { figures: ReferralFigures }) {
  const { clicks, signUps, pending, paid, refused, currency } = figures
  const sum = ({ count, amount }: { count: number; amount: number }) =>
    count === 0 ? t`None` : `${formatExactMoney(amount, currency)} (${count})`
  const facts: [string, string][] = [
    [t`Clicks`, String(clicks)],
    [t`Sign-ups`, String(signUps)],
    [t`Rewards pending`, sum(pending)],
    [t`Rewards credited`, sum(paid)],
  ]
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-slate">{name}</dt>
            <dd className="tabular text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {refused === 0 ? null : (
        <p className="mt-3 text-sm text-slate">
          {t`${plural(refused, { one: '# sign-up earns', other: '# sign-ups earn' })} no reward under the rules of the program.`}
        </p>
      )}
    </>
  )
}

function Channels({ channels }: { channels: ReferralFigures['channels'] }) {
  return (
    <div className="mt-6">
      <Table caption={t`Clicks and sign-ups by channel`}>
        <Heads of={[t`Channel`, t`Clicks`, t`Sign-ups`]} />
        <tbody>
          {channels.map(({ channel, clicks, signUps }) => (
            <tr key={channel}>
              <td>{translated(CHANNEL_WORDS[channel])}</td>
              <td>{clicks}</td>
              <td>{signUps}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
