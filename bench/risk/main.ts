import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { behaviorOf } from '#server/risk/behavior.ts'
import { behaviorScore, riskScore, SHOWN_FROM } from '#server/risk/score.ts'
import { signalsOf } from '#server/risk/signals.ts'
import { makeMarket } from './market.ts'
import { type Judged, qualityAt, tableOf } from './measure.ts'
import { readPublicSet } from './public-set.ts'

/**
 * `npm run risk -- --seed=1 --markets=5 --set=FILE.csv`: precision and recall of the risk score. On simulated markets, whose rings are
 * known, with the code that the server runs; and with `--set`, of the behavior score on the public shill-bidding data.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    markets: { type: 'string', default: '5' },
    set: { type: 'string' },
  },
})

/** Each pair of bidder and seller by its highest score: that is who staff look at. */
function judgeMarket(seed: number): Judged[] {
  const { lots, usual, isShill, pastOf, sharedOf } = makeMarket(seed)
  const pairs = new Map<string, Judged>()
  for (const lot of lots) {
    for (const bidderId of new Set(lot.bids.map((bid) => bid.bidderId))) {
      const past = pastOf(bidderId, lot.sellerId)
      const signals = signalsOf(lot, bidderId, past, sharedOf(bidderId, lot.sellerId))
      const score = signals.length === 0 ? 0 : riskScore(behaviorOf(lot, bidderId, past, usual), signals)
      const key = `${bidderId} ${lot.sellerId}`
      const known = pairs.get(key)?.score ?? 0
      pairs.set(key, { score: Math.max(known, score), isShill: isShill(bidderId, lot.sellerId) })
    }
  }
  return [...pairs.values()]
}

function report(title: string, judged: readonly Judged[], levels: readonly number[]): void {
  const shills = judged.filter(({ isShill }) => isShill).length
  process.stdout.write(`${title}: ${judged.length} judged, ${shills} shills\n`)
  process.stdout.write(`${tableOf(levels.map((from) => qualityAt(judged, from)))}\n\n`)
}

const first = Number(values.seed)
const seeds = Array.from({ length: Number(values.markets) }, (_, index) => first + index)
report(`Simulated markets, seeds ${seeds.join(', ')}`, seeds.flatMap(judgeMarket), [SHOWN_FROM, 60, 70, 80, 90])

if (values.set === undefined) {
  process.stdout.write('The public shill-bidding data was not given (--set=FILE.csv): it was not measured.\n')
} else {
  // The weights come from auctions with an even number; these were not used for them.
  const unseen = readPublicSet(readFileSync(values.set, 'utf8')).filter(({ auction }) => Number(auction) % 2 === 1)
  const judged = unseen.map(({ behavior, isShill }) => ({ score: 100 * behaviorScore(behavior), isShill }))
  report('Public data, auctions with an odd number', judged, [30, SHOWN_FROM, 70])
}
