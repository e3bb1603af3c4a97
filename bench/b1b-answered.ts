import { castCrowd } from '#test/cast.ts'
import { valueText } from './figure-text.ts'
import type { Outcome, RunOptions } from './figures.ts'
import { closedLoop } from './load/closed-loop.ts'
import { openEmptyPosts } from './load/empty-posts.ts'
import { HOT_LOT_LOAD, hotLotRound } from './load/hot-lot.ts'
import { rejectPlanted } from './load/planted.ts'
import { alternate, restMsMax, roundsOf } from './rounds.ts'
import { openStage } from './stage.ts'

const CLIENTS = 128
/** Warm-up, until both paths are compiled. */
const WARM_MS = 6000

/** B1b: all answered bids per second on one lot, against POSTs that do nothing, from the same people to the same server. */
export async function run(options: RunOptions): Promise<Outcome> {
  const { quick, smoke } = options
  const forMs = smoke ? 1000 : quick ? 4000 : 10_000
  const stage = await openStage()
  try {
    const crowd = await castCrowd(stage.app.pool, CLIENTS)
    const tokens = crowd.map(({ token }) => token)
    const emptyPosts = async (ms: number) => {
      const posts = await openEmptyPosts(stage.port, tokens)
      const { answered, seconds } = await closedLoop(posts, ms).finally(() => posts.close())
      return answered / seconds
    }
    const bids = async (ms: number) => {
      const { answered, seconds } = await hotLotRound(stage, crowd, ms)
      return answered / seconds
    }
    await rejectPlanted(stage, crowd)
    await bids(smoke ? 500 : WARM_MS)
    await emptyPosts(smoke ? 200 : WARM_MS / 2)
    const { ours, yardstick } = await alternate(
      roundsOf(options),
      () => bids(forMs),
      async () => {
        await stage.settled(restMsMax(options))
        return emptyPosts(forMs)
      },
      (answered, empty) => `ours ${valueText(answered, '/s')}; empty POST ${valueText(empty, '/s')}`,
    )
    return {
      id: 'B1b',
      title: 'answered bids',
      load: `${HOT_LOT_LOAD}; rounds of ${forMs / 1000} s. Empty POST: the same clients in the same way; the server finds the session, checks that the person may bid, reads the body, and does nothing.`,
      figures: [
        {
          what: 'answered bids',
          unit: '/s',
          better: 'more',
          ours,
          yardstick: { what: 'empty POST', values: yardstick },
          must: 0.4,
          aim: 0.7,
        },
      ],
    }
  } finally {
    await stage.close()
  }
}
