import { plural, t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { paths } from '../paths.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { formatExactMoney } from '../platform/money.ts'

const STEPS = [
  {
    title: t`Register and get verified`,
    text: t`Pay the membership fee, then send a photo of your ID.`,
  },
  {
    title: t`Inspect, ask, set a limit`,
    text: t`Every lot shows its known flaws and your total.`,
  },
  {
    title: t`Bid, or set a maximum`,
    text: t`Auto-bids are sealed, even from us, and bid only what’s needed.`,
  },
]

/** How it works in three steps, and our guarantees. */
export function CompanyFacts() {
  return (
    <>
      <section aria-labelledby="steps" className="border-t border-line py-10">
        <h2 id="steps" className="text-xl">
          {t`How it works`}
        </h2>
        <ol className="mt-6 grid gap-8 lg:grid-cols-3">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="border-t-2 border-ink pt-4">
              <span className="tabular condensed text-lg font-bold" aria-hidden="true">
                {index + 1}
              </span>
              <h3 className="mt-1 text-base">{title}</h3>
              <p className="mt-2 text-slate">{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <Reliance />
    </>
  )
}

function Reliance() {
  const terms = useCompanyTerms()
  const figures = terms === undefined ? undefined : figuresOf(terms)
  return (
    <section aria-labelledby="reliance" className="border-t border-line py-10">
      <h2 id="reliance" className="text-xl">
        {t`What you can rely on`}
      </h2>
      <dl className="mt-6 grid gap-x-12 gap-y-8 sm:grid-cols-2">
        <Fact title={t`No hidden costs`} to={`${paths.biddingGuide}#cost`}>
          {t`The invoice is the total you saw.`}
        </Fact>
        <Fact title={t`No sniping`} to={`${paths.biddingGuide}#soft-close`}>
          {figures === undefined
            ? t`A last-minute bid moves the close, so there’s time to respond.`
            : t`A bid in the last ${figures.window} moves the close to ${figures.extension} after it.`}
        </Fact>
        <Fact title={t`We never bid`} to={`${paths.howItWorks}#check`}>
          {t`Not for ourselves and not for sellers.`}
        </Fact>
        <Fact title={t`Refundable fee`} to={paths.refund}>
          {figures === undefined
            ? t`You pay for membership once, and can get a refund if you haven’t bid.`
            : t`Membership is ${figures.membershipFee}, once, and refundable within ${figures.refundDays} if you haven’t bid.`}
        </Fact>
      </dl>
    </section>
  )
}

/** `to`: where the whole of it is said. */
function Fact({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <div>
      <dt className="wide text-base font-semibold">
        <Link href={to} className="underline decoration-edge underline-offset-4 hover:decoration-ink">
          {title}
        </Link>
      </dt>
      <dd className="mt-2 max-w-[34rem] text-slate">{children}</dd>
    </div>
  )
}

/** The figures in the sentences of the start page. */
function figuresOf({ membershipFee, membershipRefundDays, currency, timed }: CompanyTerms) {
  return {
    membershipFee: formatExactMoney(membershipFee, currency),
    refundDays: t`${membershipRefundDays} days`,
    window: minutes(timed.extensionWindowMs),
    extension: minutes(timed.extensionMs),
  }
}

/** `2 minutes`, `1 minute`, `15 seconds`. */
function minutes(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  return seconds % 60 === 0 && seconds > 0
    ? plural(seconds / 60, { one: '# minute', other: '# minutes' })
    : plural(seconds, { one: '# second', other: '# seconds' })
}
