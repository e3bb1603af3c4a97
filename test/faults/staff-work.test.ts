import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview, VehicleImport } from '#contract/lots/import.ts'
import type { VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import type { PayoutBatch } from '#contract/settlements/payouts.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { importAddress } from '#server/lots/import/import-stage.test-support.ts'
import { stockList } from '#server/lots/import/stock-list.test-support.ts'
import { telephonePhoto } from '#server/lots/photos/camera.test-support.ts'
import type { BankStage } from '#server/payments/transfer/bank-stage.test-support.ts'
import { makeSetUpLink } from '#server/accounts/team/set-up-link.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { termsChanged } from '#server/platform/settings.ts'
import { castConsigned, castSeller, endLot, payoutDesk, US_BANK } from '#server/settlements/settlements.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { KillableServer, MOMENTS } from './killable-server.ts'

let server: KillableServer
let stage: BankStage
let aukje: string

beforeAll(async () => {
  server = await KillableServer.open()
  stage = server.stage
  aukje = (await castPerson(stage.server.app.pool, { name: 'Aukje', role: 'auctioneer' })).token
})
afterAll(() => server.close())

const ask = <T>(method: string, at: string, token: string, body?: object) => server.ask<T>(method, at, token, body)
const killed = () => server.killed()
const throughDeath = <T>(ms: number, send: () => Promise<T>) => server.throughDeath(ms, send)

/** The invoice of a lot that was sold; another process may be issuing it. */
async function invoiceOf({ lotId }: CastLot): Promise<string> {
  const read = async () => (await stage.rows<{ id: string }>('select id from invoice where lot_id = $1', lotId))[0]?.id
  await expect.poll(read, { timeout: 20_000 }).toBeDefined()
  return (await read())!
}

test(
  'kill -9 while a list is imported: the next process goes on, and each row is one vehicle',
  { timeout: 180_000 },
  async () => {
    const rows = 2000
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(stockList(rows, 23).content)]), 'stock.csv')
    const { id } = (await ask<VehicleImport>('POST', '/api/admin/vehicle-imports', aukje, form)).body
    const read = async () => (await ask<VehicleImport>('GET', importAddress(id), aukje)).body
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toBe('ready')
    const { mapping } = (await ask<ImportPreview>('POST', importAddress(id, '/preview'), aukje, {})).body
    const wish = { mapping: { ...mapping, odometerUnit: 'mi' }, auctionId: null }
    expect((await ask('POST', importAddress(id, '/run'), aukje, wish)).status).toBe(202)
    let kills = 0
    for (let seen = 0; (await read()).state !== 'done';) {
      const { doneCount } = await read()
      if (doneCount > seen && kills < 4) {
        kills += 1
        seen = doneCount
        await killed()
      }
      await wait(5)
    }
    expect(kills).toBeGreaterThan(0)
    const { doneCount, counts } = await read()
    expect([doneCount, counts.fresh + counts.known + counts.changed + counts.faulty]).toEqual([rows, rows])
    const [made] = await stage.rows(
      'select count(*)::int as all, count(distinct stock_number)::int as numbers from vehicle',
    )
    expect(made).toEqual({ all: counts.fresh, numbers: counts.fresh })
  },
)

test(
  'kill -9 while a photo is uploaded: sent again it is one photo, and every photo opens',
  { timeout: 180_000 },
  async () => {
    const { lotId } = await castLot(stage.server.app)
    const [of] = await stage.rows<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', lotId)
    const at = `/api/admin/vehicles/${of!.vehicle_id}/photos`
    for (const [shade, ms] of MOMENTS.entries()) {
      const photo = new Uint8Array(await telephonePhoto(900, 600, shade * 40))
      const answer = await throughDeath(ms, () => {
        const form = new FormData()
        form.set('photo', new Blob([photo]), 'photo.jpg')
        return ask('POST', `${at}?slot=front`, aukje, form)
      })
      expect(answer.status, `killed after ${ms} ms`).toBe(201)
    }
    const photos = async () => (await ask<{ items: VehiclePhoto[] }>('GET', at, aukje)).body.items
    await expect
      .poll(async () => (await photos()).map(({ state }) => state), { timeout: 60_000 })
      .toEqual(MOMENTS.map(() => 'ready'))
    for (const { url } of await photos()) expect((await fetch(server.url + url!)).status).toBe(200)
  },
)

test(
  'kill -9 while a payout batch is made: asked again it is one batch with its file',
  { timeout: 180_000 },
  async () => {
    const { app } = stage.server
    const legal = { name: 'Paddock Auctions LLC', taxId: '12-3456789', registration: '' }
    await stage.rows(`insert into setting (key, value) values ('legal', $1)`, JSON.stringify(legal))
    termsChanged(app)
    const desk = payoutDesk(stage.server, stage.kofi)
    const ada = await castPerson(app.pool, { name: 'Ada' })
    for (const ms of MOMENTS) {
      const sellerId = await castSeller(stage.server, { bank: US_BANK })
      const lot = await castConsigned(stage.server, sellerId)
      await endLot(stage.server, lot, { buyer: ada, hammer: 800_000 })
      await saleroom(stage.server).payAll(ada, await invoiceOf(lot))
      await desk.issue(lot.auctionId, [sellerId])
      const [statement] = await desk.statements(`auctionId=${lot.auctionId}`)
      const wish = { id: newId(), format: 'csv', statementIds: [statement!.id] }
      const { status, body } = await throughDeath(ms, () =>
        ask<PayoutBatch>('POST', '/api/admin/payouts', stage.kofi.token, wish),
      )
      expect([status, body.id], `killed after ${ms} ms`).toEqual([201, wish.id])
      const batches = await stage.rows(
        'select p.batch from payout_statement s join payout p on p.id = s.payout_id where s.statement_id = $1',
        statement!.id,
      )
      expect(batches).toEqual([{ batch: wish.id }])
      const headers = { authorization: `Bearer ${stage.kofi.token}` }
      expect((await fetch(`${server.url}/api/admin/payouts/${wish.id}/file`, { headers })).status).toBe(200)
    }
  },
)

test(
  'kill -9 while an auction is settled: each seller has one statement, or none does, and asked again both have theirs',
  { timeout: 180_000 },
  async () => {
    const desk = payoutDesk(stage.server, stage.kofi)
    const ada = await castPerson(stage.server.app.pool, { name: 'Ada' })
    for (const ms of MOMENTS) {
      const [one, two] = [await castSeller(stage.server), await castSeller(stage.server)]
      const auctionId = newId()
      for (const sellerId of [one, two]) {
        const lot = await castConsigned(stage.server, sellerId, auctionId)
        await endLot(stage.server, lot, { buyer: ada, hammer: 800_000 })
        await saleroom(stage.server).payAll(ada, await invoiceOf(lot))
      }
      const entries = () =>
        stage.rows(
          `select count(*)::int as all, count(s.entry_id)::int as stated from seller_entry e
           left join seller_statement_entry s on s.entry_id = e.id where e.auction_id = $1`,
          auctionId,
        )
      await expect.poll(entries, { timeout: 20_000 }).toEqual([{ all: 4, stated: 0 }])
      const stated: number[] = []
      const { status } = await throughDeath(ms, async () => {
        stated.push((await desk.statements(`auctionId=${auctionId}`)).length)
        return ask('POST', `/api/admin/auctions/${auctionId}/statements`, stage.kofi.token, { sellerIds: [one, two] })
      })
      // The first answer may have been on its way: then nothing is left to state.
      expect([stated.at(-1), status], `killed after ${ms} ms`).toEqual(stated.at(-1) === 0 ? [0, 200] : [2, 409])
      const statements = await desk.statements(`auctionId=${auctionId}`)
      expect(statements.map(({ sellerId }) => sellerId).toSorted()).toEqual([one, two].toSorted())
      expect(await entries()).toEqual([{ all: 4, stated: 4 }])
    }
    const numbers = await stage.rows<{ gap: number }>(
      'select max(n) - min(n) + 1 - count(*) as gap from (select right(number, 6)::int as n from seller_statement) s',
    )
    expect(Number(numbers[0]!.gap)).toBe(0)
  },
)

test(
  'kill -9 while documents are sent and opened: each opens whole afterwards, and one sent again is one document',
  { timeout: 180_000 },
  async () => {
    const ada = await castPerson(stage.server.app.pool, { name: 'Ada' })
    const lot = await castConsigned(stage.server, await castSeller(stage.server))
    await endLot(stage.server, lot, { buyer: ada, hammer: 800_000 })
    const link = `/api/admin/invoices/${await invoiceOf(lot)}/link`
    const [of] = await stage.rows<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', lot.lotId)
    const opened = async () => {
      const { url } = (await ask<{ url: string }>('POST', link, stage.kofi.token, {})).body
      // While a new process gets ready to draw, it says so.
      for (;;) {
        const answer = await fetch(server.url + url)
        if (answer.status !== 503) return { status: answer.status, file: Buffer.from(await answer.arrayBuffer()) }
        await wait(500)
      }
    }
    const { file: whole } = await opened()
    for (const ms of MOMENTS) {
      // A document is drawn each time that it is opened.
      const { status, file } = await throughDeath(ms, opened)
      const ends = [file.subarray(0, 5), file.subarray(-6)].map(String)
      expect([status, ...ends], `killed after ${ms} ms`).toEqual([200, '%PDF-', '%%EOF\n'])
      const at = `/api/admin/vehicles/${of!.vehicle_id}/documents`
      const sent = await throughDeath(ms, () => {
        const form = new FormData()
        form.set('document', new Blob([new Uint8Array(whole), `% ${ms}`]), `title-${ms}.pdf`)
        return ask('POST', `${at}?kind=title`, aukje, form)
      })
      expect(sent.status, `killed after ${ms} ms`).toBe(201)
    }
    const names = await stage.rows<{ name: string }>(
      'select name from vehicle_document where vehicle_id = $1 order by name',
      of!.vehicle_id,
    )
    expect(names.map(({ name }) => name)).toEqual(MOMENTS.map((ms) => `title-${ms}.pdf`).toSorted())
  },
)

test('kill -9 while emails are sent: each is sent once and recorded as sent', { timeout: 240_000 }, async () => {
  const { app } = stage.server
  const emails = 200
  const folder = path.join(server.dataDir, 'mail')
  const written = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).length
  const before = await written()
  await app.db.transaction().execute(async (trx) => {
    for (let n = 0; n < emails; n += 1)
      await notify(app, trx, {
        kind: 'account-security',
        accountId: stage.kofi.id,
        key: `fault/${n}`,
        facts: { what: `Change ${n}.` },
      })
  })
  for (const share of [0.1, 0.4, 0.7]) {
    await expect.poll(written, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before + emails * share)
    await killed()
  }
  const recorded = async (what: string) =>
    (
      await stage.rows(
        `select 1 from delivery d join notification n on n.id = d.notification_id where d.channel = 'mail' and ${what}`,
      )
    ).length
  const sent = () => recorded(`n.kind = 'account-security' and d.delivered_at is not null`)
  await expect.poll(sent, { timeout: 150_000, interval: 200 }).toBe(emails)
  await expect.poll(() => recorded('d.delivered_at is null'), { timeout: 60_000 }).toBe(0)
  // An email sent again has the same message id, and so the same file.
  expect(await written()).toBe(await recorded('true'))
})

test('kill -9 while the first owner is set up: there is one owner, who can sign in', { timeout: 120_000 }, async () => {
  const own = { name: 'Olga Marin', email: 'olga@company.example', password: 'a lighthouse in the fog' }
  for (const ms of MOMENTS) {
    const link = await makeSetUpLink(stage.server.app)
    if (link === null) break
    const { status } = await throughDeath(ms, () =>
      ask('POST', '/api/staff-link-acceptances', '', { ...own, token: link.split('=')[1]! }),
    )
    expect([201, 409]).toContain(status)
  }
  expect(await stage.rows(`select email from account where role = 'owner'`)).toEqual([{ email: own.email }])
  expect((await ask('POST', '/api/login', '', { email: own.email, password: own.password })).status).toBe(200)
})
