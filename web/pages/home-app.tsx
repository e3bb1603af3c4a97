import { plural, t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { paths } from '../paths.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { formatMoney } from '../platform/money.ts'

const STEPS = [
  {
    title: t`Register and get verified`,
    text: t`Pay the membership fee once and send a photo of your ID. Our team checks it.`,
  },
  {
    title: t`Inspect, ask, set a limit`,
    text: t`Every lot shows its known flaws, and the total with all fees for any bid.`,
  },
  {
    title: t`Bid, or set a maximum`,
    text: t`An auto-bid is sealed, even from us, and bids only what’s needed to lead.`,
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
        <Fact title={t`No hidden costs`}>
          {t`If you win, the invoice is the total you saw.`}{' '}
          <MoreLink to={`${paths.biddingGuide}#cost`}>{t`Calculate a total`}</MoreLink>
        </Fact>
        <Fact title={t`No sniping`}>
          {figures === undefined
            ? t`A last-minute bid moves the close, so there’s time to respond.`
            : t`A bid in the last ${figures.window} moves the close to ${figures.extension} after it.`}{' '}
          <MoreLink to={`${paths.biddingGuide}#soft-close`}>{t`The last minutes`}</MoreLink>
        </Fact>
        <Fact title={t`We never bid`}>
          {t`Not for ourselves and not for sellers.`}{' '}
          <MoreLink to={`${paths.howItWorks}#check`}>{t`Verify a result`}</MoreLink>
        </Fact>
        <Fact title={t`Refundable fee`}>
          {figures === undefined
            ? t`You pay for membership once, and can get a refund if you haven’t bid.`
            : t`Membership is ${figures.membershipFee}, once, and refundable within ${figures.refundDays} if you haven’t bid.`}{' '}
          <MoreLink to={paths.refund}>{t`Refunds`}</MoreLink>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="wide text-base font-semibold">{title}</dt>
      <dd className="mt-2 max-w-[34rem] text-slate">{children}</dd>
    </div>
  )
}

function MoreLink({ to, children }: { to: string; children: string }) {
  return (
    <Link href={to} className="whitespace-nowrap text-notice underline underline-offset-4">
      {children}
    </Link>
  )
}

/** The figures in the sentences of the start page. */
function figuresOf({ membershipFee, membershipRefundDays, currency, timed }: CompanyTerms) {
  return {
    membershipFee: formatMoney(membershipFee, currency, true),
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
