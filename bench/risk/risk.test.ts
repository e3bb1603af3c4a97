import { expect, test } from 'vitest'
import { makeMarket } from './market.ts'
import { qualityAt } from './measure.ts'
import { readPublicSet } from './public-set.ts'

test('a market is made from its seed alone', () => {
  expect(makeMarket(3).lots).toEqual(makeMarket(3).lots)
  expect(makeMarket(3).lots).not.toEqual(makeMarket(4).lots)
})

test('precision counts who was found rightly, and recall who was missed', () => {
  const judged = [90, 80, 70, 20].map((score, index) => ({ score, isShill: index !== 1 }))
  expect(qualityAt(judged, 60)).toMatchObject({ found: 3, right: 2, missed: 1, precision: 2 / 3, recall: 2 / 3 })
})

const HEAD =
  'Record_ID,Auction_ID,Bidder_ID,Bidder_Tendency,Bidding_Ratio,Successive_Outbidding,Last_Bidding,Auction_Bids,Starting_Price_Average,Early_Bidding,Winning_Ratio,Auction_Duration,Class'

test('the public data is read by its column names, and a file without them is refused', () => {
  const [row] = readPublicSet(`${HEAD}\n1,732,a,0.2,0.4,0.5,0.9,0,0.99,0.1,0.66,5,1\n`)
  expect(row).toMatchObject({ auction: '732', isShill: true, behavior: { tendency: 0.2, losing: 0.66, firstBid: 0.1 } })
  expect(() => readPublicSet('a,b\n1,2\n')).toThrow('Bidder_Tendency')
})
