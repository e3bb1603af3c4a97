import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { useHouseTerms } from '../platform/house-terms.ts'
import { figuresOf } from './content/figures.ts'

const STEPS = [
  {
    title: 'Register and show who you are',
    text: 'You pay the membership fee once and send a photograph of your passport, licence or identity card. A person of ours checks it.',
  },
  {
    title: 'Read, ask, and decide your limit',
    text: 'Photos in a fixed order, the known flaws as a list, and whether the car was inspected. You see the total with all fees for any bid.',
  },
  {
    title: 'Bid yourself, or leave the most you would pay',
    text: 'An auto-bid is sealed, even from us, and pays only what is needed to lead. If you win, the invoice is the total you saw.',
  },
]

/** How it works in three steps, and what can be relied on. */
export function HouseFacts() {
  return (
    <>
      <section aria-labelledby="steps" className="border-t border-line py-10">
        <h2 id="steps" className="text-xl">
          How it works
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
  const terms = useHouseTerms()
  const figures = terms === undefined ? undefined : figuresOf(terms)
  return (
    <section aria-labelledby="reliance" className="border-t border-line py-10">
      <h2 id="reliance" className="text-xl">
        What you can rely on
      </h2>
      <dl className="mt-6 grid gap-x-12 gap-y-8 sm:grid-cols-2">
        <Fact title="The price is the price">
          The buyer’s premium, the fees and the tax stand beside every bid before you send it.{' '}
          <MoreLink to={`${paths.biddingGuide}#cost`}>Work out a total</MoreLink>
        </Fact>
        <Fact title="Nobody snipes">
          {figures === undefined
            ? 'A bid at the last moment moves the close, so that there is time to answer.'
            : `A bid in the last ${figures.window} moves the close to ${figures.extension} later. Our clock decides, not your telephone’s.`}{' '}
          <MoreLink to={`${paths.biddingGuide}#soft-close`}>The last minutes</MoreLink>
        </Fact>
        <Fact title="The house never bids">
          Not for itself and not for sellers. After the close every record of a lot is open and fits the one before it.{' '}
          <MoreLink to={`${paths.howItWorks}#check`}>Check us</MoreLink>
        </Fact>
        <Fact title="Your fee back">
          {figures === undefined
            ? 'Membership is paid once and can be returned while you have not bid.'
            : `Membership is ${figures.membershipFee}, once, and comes back within ${figures.refundDays} if you have not bid.`}{' '}
          <MoreLink to={paths.refund}>Refunds</MoreLink>
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
