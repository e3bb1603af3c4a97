import type { FastifyInstance } from 'fastify'
import {
  cancelPayout,
  exportPayoutFile,
  listPayouts,
  makePayout,
  markPayoutPaid,
  readPayout,
  type PayoutBatch,
} from '#contract/settlements/payouts.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { notFound, type Refusal } from '#server/platform/problem.ts'
import { batchContext, makeBatch } from './make-batch.ts'
import { batchById, PAYOUT_LIST, payoutsOf, sealedFileOf, type BatchRow } from './payout-store.ts'
import { cancelBatch, markPaid } from './settle-batch.ts'
import { fileNameOf } from './write-file.ts'

export function payoutRoutes(http: FastifyInstance, app: App): void {
  const after = async (batchId: string, refused: Refusal | null) => refused ?? readBatch(app, batchId)

  serveList(http, app.db, listPayouts, PAYOUT_LIST, { present: (rows: BatchRow[]) => rows.map(presentRow) })

  serve(http, readPayout, ({ params }) => readBatch(app, params.batchId))

  serve(http, makePayout, async ({ body, person }) => after(body.id, await makeBatch(app, person.id, body)))

  serve(http, markPayoutPaid, async ({ params, body, person }) =>
    after(params.batchId, await markPaid(app, person.id, params.batchId, body.reason)),
  )

  serve(http, cancelPayout, async ({ params, body, person }) =>
    after(params.batchId, await cancelBatch(app, person.id, params.batchId, body.reason)),
  )

  serve(http, exportPayoutFile, async ({ params: { batchId }, reply }) => {
    const batch = await batchOf(app, batchId)
    return sendFile(
      reply,
      fileNameOf(batch),
      'application/octet-stream',
      app.keys.open(await sealedFileOf(app.db, batchId), batchContext(batchId)),
    )
  })
}

async function batchOf(app: App, batchId: string): Promise<BatchRow> {
  const batch = await batchById(app.db, batchId)
  if (batch === undefined) throw notFound('this payout')
  return batch
}

async function readBatch(app: App, batchId: string): Promise<PayoutBatch> {
  const batch = await batchOf(app, batchId)
  const payouts = await payoutsOf(app.db, batchId)
  return {
    ...presentRow(batch),
    decidedBy: batch.decided_by,
    reason: batch.reason,
    fileName: fileNameOf(batch),
    payouts: payouts.map(({ id, seller_id: sellerId, seller, amount, pays_to: paysTo, statements }) => ({
      id,
      sellerId,
      seller,
      amount,
      paysTo,
      statements,
    })),
  }
}

function presentRow(row: BatchRow) {
  const { id, number, format, state, currency, total, sellers } = row
  return {
    id,
    number,
    format,
    state,
    currency,
    total,
    sellers,
    madeAt: row.made_at,
    madeBy: row.made_by,
    decidedAt: row.decided_at,
  }
}
