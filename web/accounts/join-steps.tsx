import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatBusinessDays } from '#web/platform/time.ts'
import { CheckMark } from '#web/ui/marks.tsx'

/** The way from registration to the first bid. `done`: how many of its steps are behind the person; null: someone who signs in. */
export function JoinSteps({ done }: { done: 0 | 1 | 2 | null }) {
  const terms = useCompanyTerms()
  const fee =
    terms === undefined
      ? t`Once, and refundable at first.`
      : t`${formatExactMoney(terms.membershipFee, terms.currency)}, once. Refundable for ${terms.membershipRefundDays} days if you haven’t placed a bid.`
  const check =
    terms === undefined
      ? t`A photo of one document.`
      : t`A photo of one document. We usually check it within ${formatBusinessDays(terms.verificationDays)}.`
  const steps = [
    [t`Create an account`, t`Name, email and phone.`],
    [t`Pay the membership fee`, fee],
    [t`Verify your identity`, check],
  ] as const
  return (
    <section aria-labelledby="join-steps">
      <h2 id="join-steps" className="text-lg">
        {t`Three steps to bid`}
      </h2>
      <ol className="mt-5">
        {steps.map(([name, words], index) => (
          <li
            key={name}
            aria-current={index === done ? 'step' : undefined}
            className="relative flex gap-4 pb-6 last:pb-0"
          >
            {index === steps.length - 1 ? null : (
              <span aria-hidden className="absolute top-9 bottom-0 left-[1.0625rem] w-0.5 bg-line" />
            )}
            <Step number={index + 1} state={done === null || index > done ? 'later' : index < done ? 'done' : 'now'} />
            <div className="pt-1">
              <p className="font-semibold">
                {name}
                {done !== null && index < done ? <span className="sr-only"> {t`(done)`}</span> : null}
              </p>
              <p className="text-sm text-slate">{words}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 border-t border-line pt-4 text-sm text-slate">{t`Then you can bid in every auction.`}</p>
    </section>
  )
}

function Step({ number, state }: { number: number; state: 'done' | 'now' | 'later' }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'tabular flex size-9 shrink-0 items-center justify-center rounded-md border-2 font-bold',
        state === 'now' ? 'border-plate-ink bg-plate text-plate-ink' : 'border-edge bg-paper',
      )}
    >
      {state === 'done' ? <CheckMark className="size-5" /> : number}
    </span>
  )
}
