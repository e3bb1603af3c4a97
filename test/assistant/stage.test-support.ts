import { randomUUID } from 'node:crypto'
import type { Passage } from '#contract/content/content.ts'
import type { Language } from '#contract/platform/languages.ts'
import { catalogOf } from '#server/catalog/keep-index.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { knowledgeOf, vocabularyOf, type Knowledge } from '#web/support/assistant/retrieve.ts'

/** A server on which Ada leads one lot, was outbid on another and won a third; and what the public pages say. */
export async function openStage() {
  // Addresses named by a proxy: each visitor has their own limit of questions.
  const server = await openTestServer({ config: { trustProxy: ['127.0.0.1'] } })
  const { pool } = server.app
  const ada = await castPerson(pool, { name: 'Ada', biddingLimit: 5_000_000 })
  const boris = await castPerson(pool, { name: 'Boris' })
  const [open, outbid] = [await castLot(server.app, { isFree: true }), await castLot(server.app, { isFree: true })]
  const bid = async (who: CastMember, { lotId }: CastLot, amount: number) => {
    const body = { bidId: randomUUID(), kind: 'maximum', amount }
    const answer = await server.call('POST', `/api/lots/${lotId}/bids`, { token: who.token, body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  await bid(ada, open, 20_000)
  await bid(ada, outbid, 20_000)
  await bid(boris, outbid, 90_000)
  const lotId = await saleroom(server).sell(ada)
  const sold = await pool.query<{ lot_number: number }>(
    `update standing s set status = 'sold', leader_id = $2, price = 1234500 from lot l
     where s.lot_id = $1 and l.id = s.lot_id returning l.lot_number`,
    [lotId, ada.id],
  )
  await pool.query(
    'insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1) on conflict do nothing',
    [ada.id, lotId],
  )
  await server.app.outbox.drain()
  await catalogOf(server.app).follow()
  const lots: Record<string, CastLot> = { open, outbid, won: { ...open, lotId, lotNumber: sold.rows[0]!.lot_number } }
  return {
    server,
    ada,
    boris,
    lots,
    knowledge: await knowledgeIn(server, 'en'),
    /** Replaces `{open}` and similar placeholders with numbers of these lots and paddles. */
    filled: (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        String(name === 'paddle' ? ada.paddle : name === 'other' ? boris.paddle : lots[name]!.lotNumber),
      ),
  }
}

/** What the public pages say in a language. */
export async function knowledgeIn(server: TestServer, language: Language): Promise<Knowledge> {
  const { body } = await server.call('GET', `/api/passages?language=${language}`)
  return knowledgeOf((body as { items: Passage[] }).items, await vocabularyOf(language))
}
