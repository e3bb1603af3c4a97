import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import clsx from 'clsx'
import type { BuyingPower } from '#contract/bidding/buying-power.ts'
import { formatMoney } from '#web/platform/money.ts'

/** What a bar is filled with; in one currency. */
type Filling = Pick<BuyingPower, 'limit' | 'free' | 'committed' | 'atRisk' | 'inNegotiations' | 'owed'>

type Part = { name: string; amount: number; isShown: boolean; looks: string; meaning: string }

/** In the order in which they fill the bar. Each has its own background, text and amount. */
function partsOf({ limit, owed, inNegotiations, atRisk, free }: Filling): Part[] {
  const own = (amount: number) => ({ amount, isShown: amount > 0 })
  return [
    { name: t`Owed`, ...own(owed), looks: 'bg-ink', meaning: t`for lots you bought, until paid` },
    {
      name: t`In negotiations`,
      ...own(inNegotiations),
      looks: 'bg-slate',
      meaning: t`bound until the seller decides`,
    },
    { name: t`Leading bids`, ...own(atRisk), looks: 'bg-notice', meaning: t`released when you’re outbid` },
    { name: t`Free`, amount: free ?? 0, isShown: limit !== null, looks: 'bg-fog', meaning: t`left under your limit` },
  ]
}

/** What the person has committed, what of it is at risk and what is free, as a bar with legend. Without a limit, amounts only. */
export function BuyingPowerMeter({ power }: { power: BuyingPower }) {
  const { currency, limit, committed, free } = power
  const money = (amount: number) => formatMoney(amount, currency)
  const parts = partsOf(power).filter(({ isShown }) => isShown)
  return (
    <section aria-labelledby="buying-power" className="border-y border-line py-4">
      <h2 id="buying-power" className="text-base">
        {t`Buying power`}
      </h2>
      <p className="tabular mt-1" aria-live="polite">
        {limit === null ? (
          <>
            <Trans>
              <strong>{money(committed)}</strong> committed. You have no bidding limit.
            </Trans>
          </>
        ) : (
          <>
            <Trans>
              <strong className="wide text-lg">{money(free ?? 0)}</strong> free of {money(limit)}, {money(committed)}{' '}
              committed
            </Trans>
          </>
        )}
      </p>
      {limit === null ? null : <Bar filling={power} limit={limit} />}
      {parts.length === 0 ? null : (
        <dl className="tabular mt-3 grid gap-x-8 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
          {parts.map(({ name, amount, looks, meaning }) => (
            <div key={name} className="relative pl-5">
              <dt className="inline">
                <span
                  aria-hidden="true"
                  className={clsx('absolute top-1.5 left-0 size-3 rounded-sm border border-edge', looks)}
                />
                {name}{' '}
              </dt>
              <dd className="inline font-semibold">{money(amount)}</dd>
              <dd className="text-xs text-slate">{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      {power.others.map((other) => (
        <p key={other.currency} className="tabular mt-2 text-sm">
          <Trans>
            Also committed: <strong>{formatMoney(other.committed, other.currency)}</strong>
          </Trans>
          {partsOf({ ...other, limit: null, free: null })
            .filter(({ isShown }) => isShown)
            .map(({ name, amount }) => ` · ${name} ${formatMoney(amount, other.currency)}`)}
        </p>
      ))}
      {power.auctions.map(({ auctionId, title, currency: its, limit: own, free: left }) => (
        <p key={auctionId} className="tabular mt-2 text-sm">
          <Trans>
            In {title}: <strong>{formatMoney(left, its)}</strong> free of a limit of {formatMoney(own, its)}, which
            alone counts there
          </Trans>
        </p>
      ))}
      {limit === null || power.others.length === 0 ? null : (
        <p className="mt-2 text-sm text-slate">
          {t`Your limit of ${money(limit)} covers auctions in ${currency}. For an auction in another currency, ask us for a limit.`}
        </p>
      )}
    </section>
  )
}

type Line = { limit: number | null; free: number | null; sums: Pick<Filling, 'committed' | 'atRisk'> | null }

/** What counts for a bid in this auction: its own limit, the general one, or what is committed in its currency without a limit. */
function lineIn(power: BuyingPower, { auctionId, currency }: { auctionId: string; currency: string }): Line | null {
  const own = power.auctions.find((each) => each.auctionId === auctionId)
  if (own !== undefined) return { limit: own.limit, free: own.free, sums: null }
  if (currency === power.currency) return { limit: power.limit, free: power.free, sums: power }
  const sums = power.others.find((each) => each.currency === currency)
  return sums === undefined ? null : { limit: null, free: null, sums }
}

/** One line for a lot: what of the person's buying power counts there. */
export function BuyingPowerLine({ power, lot }: { power: BuyingPower; lot: { auctionId: string; currency: string } }) {
  const line = lineIn(power, lot)
  const money = (amount: number) => formatMoney(amount, lot.currency)
  if (line === null) return null
  const { limit, free, sums } = line
  if (sums === null)
    return (
      <p className="tabular text-xs text-slate">
        <Trans>
          <strong className="text-ink">{money(free ?? 0)} free</strong> of your limit of {money(limit ?? 0)} for this
          auction
        </Trans>
      </p>
    )
  const { committed, atRisk } = sums
  if (limit === null && committed === 0) return null
  return (
    <div className="text-xs text-slate">
      <p className="tabular">
        {limit === null ? null : (
          <>
            <Trans>
              <strong className="text-ink">{money(free ?? 0)} free</strong> of your limit of {money(limit)} ·
            </Trans>{' '}
          </>
        )}
        {t`${money(committed)} committed${atRisk === 0 ? '' : atRisk === committed ? t`, all in leading bids` : t`, ${money(atRisk)} in leading bids`}`}
      </p>
      {limit === null ? null : <Bar filling={power} limit={limit} />}
    </div>
  )
}

/** The segments of the bar; more than the limit is committed where the limit was lowered, and then nothing is free. */
function Bar({ filling, limit }: { filling: Filling; limit: number }) {
  const whole = Math.max(limit, filling.committed, 1)
  return (
    <div aria-hidden="true" className="mt-2 flex h-2.5 overflow-hidden rounded-sm border border-edge bg-fog">
      {partsOf(filling)
        .filter(({ name, amount }) => name !== t`Free` && amount > 0)
        .map(({ name, amount, looks }) => (
          <span
            key={name}
            className={clsx(
              'border-r border-paper transition-[width] duration-200 motion-reduce:transition-none',
              looks,
            )}
            style={{ width: `${(100 * amount) / whole}%` }}
          />
        ))}
    </div>
  )
}
