import type { LeaderWarning } from '#contract/bidding/auction-console.ts'
import type { Standing } from '#contract/bidding/bidding.ts'
import { formatMoney } from '#web/platform/money.ts'
import { failureMessage } from '#web/platform/request.ts'
import { isPaused } from '../bid/bid-box-state.ts'
import { t } from '#web/platform/language/text.ts'

export type BlockAction = 'fair-warning' | 'hammer' | 'pass' | 'pause' | 'resume'

/** The key of each action; pausing and resuming share one, like a switch. */
export const KEYS: Record<BlockAction, string> = {
  'fair-warning': 'F',
  hammer: 'H',
  pass: 'P',
  pause: 'C',
  resume: 'C',
}

/** The lot on the block, and what to know of its leader. */
export type OnBlock = { standing: Standing; warning: LeaderWarning | undefined; currency: string }

/** The leader's bids don't count at the hammer; only the server knows whether anybody else is in line. */
function isPassedOver({ warning }: OnBlock): boolean {
  return warning !== undefined && warning.accountStatus !== 'active'
}

/** The actions that make sense for the lot on the block now; the server decides again, under the lot's lock. */
export function actionsOnBlock(block: OnBlock): readonly BlockAction[] {
  const { standing } = block
  if (standing.status !== 'open') return []
  if (isPaused(standing)) return ['resume']
  const isSale = standing.leader !== null && standing.reserve !== 'not-met'
  if (isSale && isPassedOver(block)) return ['fair-warning', 'hammer', 'pass', 'pause']
  return ['fair-warning', isSale ? 'hammer' : 'pass', 'pause']
}

const DONE: Record<BlockAction, string> = {
  'fair-warning': t`Fair warning given.`,
  hammer: t`Sold.`,
  pass: t`Passed.`,
  pause: t`Clock paused.`,
  resume: t`Clock resumed.`,
}

/** The text for what came of an action. `seen`: the lot as it was when the auctioneer pressed. */
export async function outcomeWords(action: BlockAction, seen: OnBlock, sent: Promise<Standing>): Promise<string> {
  try {
    const { status, leader, price } = await sent
    const isEnd = action === 'hammer' || action === 'pass'
    const passedOver = seen.standing.leader
    if (!isEnd || passedOver === null || leader === passedOver) return DONE[action]
    if (status !== 'sold' || price === null)
      return t`Passed. Paddle ${passedOver} was passed over: the account isn’t active.`
    const sum = formatMoney(price, seen.currency)
    return t`Sold for ${sum} to paddle ${leader ?? '–'}. Paddle ${passedOver} was passed over: the account isn’t active.`
  } catch (error) {
    return failureMessage(error)
  }
}

/** The button's label: what a press does, with its amount. */
export function actionWords(action: BlockAction, block: OnBlock): string {
  const { standing, currency } = block
  const { price, leader, reserve } = standing
  switch (action) {
    case 'fair-warning':
      return t`Give fair warning`
    case 'hammer':
      if (isPassedOver(block)) return t`Sell to next in line`
      return t`Sell for ${formatMoney(price ?? 0, currency)} to paddle ${leader ?? '–'}`
    case 'pass':
      if (leader !== null && reserve !== 'not-met') return t`Pass, nobody in line`
      return leader !== null ? t`Pass, reserve not met` : t`Pass, no bids`
    case 'pause':
      return t`Pause clock`
    case 'resume':
      return t`Resume clock`
    default:
      return action satisfies never
  }
}
