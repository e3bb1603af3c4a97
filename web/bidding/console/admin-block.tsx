import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { LotSummary } from '#contract/lots/lots.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { BlockLog } from '../block/block-log.tsx'
import { BlockResult } from '../block/block-result.tsx'
import { BlockStanding } from '../block/block-standing.tsx'
import { lastEnded } from '../block/on-the-block.tsx'
import { UntilFirstLot } from '../block/until-first-lot.tsx'
import { MessageLog } from '../messages/message-log.tsx'
import { priceWords } from '../standing-words.ts'
import { useLedger } from '../use-live-lot.ts'
import type { Standings } from '../standings.ts'
import { actionsOnBlock, actionWords, KEYS, type OnBlock } from './block-actions.ts'
import { DeskEntry, SpeakButton } from './desk-entry.tsx'
import { LeaderWarning } from '../leader-warning.tsx'
import { OwnLotNotice } from '../own-lot-notice.tsx'
import type { ConsoleFacts } from './use-console.ts'
import { useBlockKeys } from './use-block-keys.ts'
import { t } from '#web/platform/language/text.ts'

const NEXT_SHOWN = 4
const MINUTE_MS = 60_000
/** Staff have no paddle in an auction. */
const NO_PADDLE = 0

/** The desk of a live auction: the lot on the block, its actions by key, its bids, and the lots that come next. */
export function ConsoleBlock({
  auctionId,
  startsAt,
  lots,
  standings,
  currency,
  desk,
  mayTakeAction,
  onSpeak,
}: {
  auctionId: string
  /** When the first lot opens, in ms. */
  startsAt: number
  lots: readonly LotSummary[]
  standings: Standings
  currency: string
  desk: ConsoleFacts
  mayTakeAction: boolean
  onSpeak: () => void
}) {
  const lot = lots.find(({ id }) => standings.get(id)?.status === 'open')
  const standing = lot === undefined ? undefined : standings.get(lot.id)
  const next = lots.filter(({ id }) => standings.get(id)?.status === 'scheduled').slice(0, NEXT_SHOWN)
  const place = lot === undefined ? 0 : lots.indexOf(lot) + 1
  const last = lastEnded(lots, standings)
  return (
    <section aria-labelledby="console-block" className="mt-6 border-y border-line py-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="console-block" className="text-lg">{t`On the block`}</h2>
        {last === undefined ? null : (
          <div className="min-w-0 max-lg:order-last max-lg:basis-full lg:flex-1">
            <BlockResult lot={last} standing={standings.get(last.id)} currency={currency} isLast={false} />
          </div>
        )}
        <Button variant="outline" size="sm" asChild>
          <Link href={paths.adminPage(`auctions/${auctionId}/projector`)}>{t`Projector page`}</Link>
        </Button>
      </div>
      <div className="mt-3 grid gap-x-8 gap-y-5 lg:grid-cols-12">
        {lot === undefined || standing === undefined ? (
          <div className="min-h-64 text-slate lg:col-span-9">
            {next.length === 0 ? (
              t`No lot is open.`
            ) : last === undefined ? (
              <UntilFirstLot startsAt={startsAt} />
            ) : (
              t`The next lot opens in a moment.`
            )}
          </div>
        ) : (
          <Desk
            key={lot.id}
            place={t`Lot ${place} of ${lots.length}`}
            {...{ auctionId, lot, standing, currency, desk, mayTakeAction, onSpeak }}
          />
        )}
        <Next lots={next} ownLots={desk.ownLots} standings={standings} currency={currency} />
      </div>
    </section>
  )
}

function Desk({
  auctionId,
  lot,
  place,
  standing,
  currency,
  desk,
  mayTakeAction,
  onSpeak,
}: {
  auctionId: string
  lot: LotSummary
  /** `Lot 4 of 40`. */
  place: string
  standing: Standing
  currency: string
  desk: ConsoleFacts
  mayTakeAction: boolean
  onSpeak: () => void
}) {
  const warning = desk.warnings.get(lot.id)
  const isOwn = desk.ownLots.has(lot.id)
  return (
    <>
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-5">
        <div className="flex items-start gap-3">
          <Plate number={lot.lotNumber} size="lg" />
          <div className="min-w-0">
            <h3 className="line-clamp-2 text-lg">{lot.title}</h3>
            <p className="tabular text-sm text-slate">{place}</p>
          </div>
        </div>
        <BlockStanding standing={standing} paddle={NO_PADDLE} currency={currency} />
        {warning === undefined ? null : <LeaderWarning warning={warning} way="hammer" />}
        <dl className="tabular grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-4">
          <Fact label={t`Bids, last minute`}>
            <BidSpeed lotId={lot.id} />
          </Fact>
          <Fact label={t`Online`}>{desk.online ?? '–'}</Fact>
          <Fact label={t`Following`}>{desk.followers ?? '–'}</Fact>
          {mayTakeAction ? <Fact label={t`Reserve`}>{reserveWords(desk, standing, currency)}</Fact> : null}
        </dl>
        {mayTakeAction ? (
          <>
            {isOwn ? (
              <OwnLotNotice />
            ) : (
              <>
                <Actions block={{ standing, warning, currency }} onRefused={desk.readAgain} />
                <DeskEntry standing={standing} currency={currency} />
              </>
            )}
            <SpeakButton onSpeak={onSpeak} />
          </>
        ) : null}
      </div>
      <div className="min-w-0 lg:col-span-4">
        <HeroPhoto
          lotSummary={lot}
          eager
          className="aspect-3/2 w-full rounded-md"
          sizes="(min-width: 64rem) 28rem, 100vw"
        />
        <BlockLog lotId={lot.id} currency={currency} paddle={NO_PADDLE} />
        <MessageLog auctionId={auctionId} />
      </div>
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-slate">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** The amount is read apart from the standing, and later. */
function reserveWords({ reserves }: ConsoleFacts, { lotId, reserve }: Standing, currency: string): string {
  const amount = reserves.get(lotId)
  if (amount !== undefined) return formatMoney(amount, currency)
  return reserve === 'none' ? t`No reserve` : '–'
}

function BidSpeed({ lotId }: { lotId: string }) {
  const { lines } = useLedger(lotId)
  const since = useServerNow(null) - MINUTE_MS
  return <>{lines.filter(({ type, at }) => type === 'bid-placed' && at > since).length}</>
}

function Actions({ block, onRefused }: { block: OnBlock; onRefused: () => void }) {
  const { armed, busy, said, press } = useBlockKeys(block, onRefused)
  const key = armed === null ? null : KEYS[armed]
  return (
    <div>
      <ul className="flex flex-col gap-2">
        {actionsOnBlock(block).map((action) => {
          const words = actionWords(action, block)
          const isMain = action === 'hammer' || action === 'resume'
          return (
            <li key={action}>
              <Button
                size="lg"
                className="w-full justify-between!"
                variant={armed === action || isMain ? 'default' : 'outline'}
                aria-keyshortcuts={KEYS[action]}
                aria-disabled={busy}
                onClick={() => press(action)}
              >
                <span>{armed === action ? t`Confirm: ${words}` : words}</span>
                <kbd aria-hidden="true" className="rounded-sm border border-current px-2 text-sm font-bold">
                  {KEYS[action]}
                </kbd>
              </Button>
            </li>
          )
        })}
      </ul>
      <p role="status" className="mt-2 min-h-6 text-sm">
        {key === null ? said : t`Press ${key} again to confirm.`}
      </p>
    </div>
  )
}

function Next({
  lots,
  ownLots,
  standings,
  currency,
}: {
  lots: readonly LotSummary[]
  ownLots: ConsoleFacts['ownLots']
  standings: Standings
  currency: string
}) {
  return (
    <div className="min-w-0 lg:col-span-3">
      <h3 className="text-sm">{t`Next`}</h3>
      {lots.length === 0 ? <p className="mt-2 text-sm text-slate">{t`No more lots.`}</p> : null}
      <ol className="mt-2 flex flex-col gap-3">
        {lots.map((lot) => {
          const standing = standings.get(lot.id)
          return (
            <li key={lot.id} className="flex min-w-0 items-start gap-2 text-sm">
              <Plate number={lot.lotNumber} size="sm" />
              <span className="min-w-0">
                <span className="block truncate font-semibold">{lot.title}</span>
                <span className="tabular text-slate">
                  {standing === undefined ? '' : priceWords(standing, currency)}
                </span>
                {ownLots.has(lot.id) ? <span className="block font-semibold">{t`A colleague runs it`}</span> : null}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
