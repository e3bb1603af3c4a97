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

/** The actions that make sense for the lot on the block now; the server decides again, under the lot's lock. */
export function actionsOnBlock(standing: Standing): readonly BlockAction[] {
  if (standing.status !== 'open') return []
  if (isPaused(standing)) return ['resume']
  const isSale = standing.leader !== null && standing.reserve !== 'not-met'
  return ['fair-warning', isSale ? 'hammer' : 'pass', 'pause']
}

const DONE: Record<BlockAction, string> = {
  'fair-warning': t`Fair warning given.`,
  hammer: t`Sold.`,
  pass: t`Passed.`,
  pause: t`Clock paused.`,
  resume: t`Clock resumed.`,
}

/** The text for what came of an action. */
export async function outcomeWords(action: BlockAction, sent: Promise<Standing>): Promise<string> {
  try {
    await sent
    return DONE[action]
  } catch (error) {
    return failureMessage(error)
  }
}

/** The button's label: what a press does, with its amount. */
export function actionWords(action: BlockAction, { price, leader, reserve }: Standing, currency: string): string {
  switch (action) {
    case 'fair-warning':
      return t`Give fair warning`
    case 'hammer':
      return t`Sell for ${formatMoney(price ?? 0, currency)} to paddle ${leader ?? '–'}`
    case 'pass':
      return leader !== null && reserve === 'not-met' ? t`Pass, reserve not met` : t`Pass, no bids`
    case 'pause':
      return t`Pause clock`
    case 'resume':
      return t`Resume clock`
    default:
      return action satisfies never
  }
}
