import type { Kysely } from 'kysely'
import { readAuctionRow } from '#server/auctions/run-list.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { followersOfAuction } from './console-store.ts'
import { AUCTION_SAID } from '../feed/audience.ts'
import { insertMessage, messageText } from './message-store.ts'

type AuctionMessage = Topics['auction-message']

/**
 * Notifies everyone who follows a lot of the auction that has not ended; returns how many they are now. The outbox sends the notices, so an
 * auctioneer does not wait for thousands of them. A message sent twice with one id is delivered once.
 */
export async function sayToAuction(
  app: App,
  actorId: string,
  message: AuctionMessage,
): Promise<{ followers: number } | Refusal> {
  const { auctionId, messageId, text } = message
  const auction = await readAuctionRow(app.db, auctionId)
  if (auction === undefined) throw notFound('this auction')
  const refused = await app.db.transaction().execute(async (trx) => {
    if (!(await insertMessage(trx, { id: messageId, auctionId, text, sentBy: actorId })))
      return (await messageText(trx, auctionId, messageId)) === text ? null : idTaken()
    await audit(trx, { actorId, action: 'message-auction', subjectKind: 'auction', subjectId: auctionId, reason: text })
    await enqueue(trx, 'auction-message', message)
    return null
  })
  if (refused !== null) return refused
  app.outbox.nudge()
  app.bus.publish(AUCTION_SAID, auctionId)
  return { followers: (await followersOfAuction(app.db, auctionId)).length }
}

function idTaken(): Refusal {
  return refuse('message-id-taken', 'This id belongs to another message. Send it again with a new one.')
}

/** Handles the message: one notice to each follower. */
export async function notifyAuction(app: App, trx: Kysely<object>, message: AuctionMessage): Promise<void> {
  const { auctionId, messageId, text } = message
  const auction = await readAuctionRow(trx, auctionId)
  if (auction === undefined) return
  for (const accountId of await followersOfAuction(trx, auctionId)) {
    const facts = { auctionId, title: auction.title, says: text }
    await notify(app, trx, {
      kind: 'auction-message',
      accountId,
      key: `auction-message:${messageId}:${accountId}`,
      facts,
    })
  }
}
