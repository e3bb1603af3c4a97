import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Page } from '../ui/page.tsx'
import { type Checklist, CHECKLISTS } from './checklists.ts'
import { CopyButton } from './copy-button.tsx'
import { Downloads } from './downloads.tsx'
import { readTicks, toggleTick } from './ticks.ts'
import { referralLink } from './referral-link.ts'

export default function LowBudgetMarketingScreen() {
  const { user } = useUser()
  return (
    <Page
      title={t`Marketing on a small budget`}
      lead={t`Three checklists, from one afternoon to one month. If you allow functional cookies, this browser saves your progress.`}
      width="prose"
      centered
    >
      {user === null ? (
        <p>
          <Trans>
            You need your referral link.{' '}
            <Link href={paths.logIn} className="text-link">
              Sign in
            </Link>{' '}
            to see it here, or read{' '}
            <Link href={paths.referralProgram} className="text-link">
              how referrals work
            </Link>
            .
          </Trans>
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <span className="font-semibold break-all">{referralLink(user.referralCode)}</span>
          <CopyButton text={referralLink(user.referralCode)} label={t`Copy link`} />
        </p>
      )}
      <Lists isMember={user !== null} />
      <p className="mt-10">
        <Link href={paths.marketingTools} className="text-link">
          {t`All marketing tools`}
        </Link>
      </p>
    </Page>
  )
}

/** What a step needs, ready to download or to copy. */
function Needs({ step: { pieces, tool } }: { step: Checklist['steps'][number] }) {
  if (pieces === undefined && tool === undefined) return null
  return (
    <div className="pb-1 pl-8 text-sm">
      {pieces === undefined ? null : <Downloads pieces={pieces} />}
      {tool === undefined ? null : (
        <Link
          href={paths.marketingTool(tool.section)}
          className="inline-flex min-h-11 items-center text-link pointer-fine:min-h-9"
        >
          {tool.label}
        </Link>
      )}
    </div>
  )
}

function Lists({ isMember }: { isMember: boolean }) {
  const [ticked, setTicked] = useState(readTicks)
  return CHECKLISTS.map((list) => {
    const done = list.steps.filter((step) => ticked.has(`${list.id}.${step.id}`)).length
    return (
      <section key={list.id} aria-labelledby={`list-${list.id}`} className="mt-10">
        <h2 id={`list-${list.id}`} className="text-lg">
          {list.title}
        </h2>
        <p className="mt-2 text-slate">{list.why}</p>
        <ul className="mt-3 border-b border-line">
          {list.steps.map((step) => {
            const key = `${list.id}.${step.id}`
            return (
              <li key={step.id} className="border-t border-line">
                <Checkbox
                  label={step.text}
                  checked={ticked.has(key)}
                  onChange={() => setTicked(toggleTick(ticked, key))}
                />
                {isMember ? <Needs step={step} /> : null}
              </li>
            )
          })}
        </ul>
        <p role="status" className="mt-2 text-sm text-slate">
          {t`${done} of ${list.steps.length} done`}
        </p>
      </section>
    )
  })
}
