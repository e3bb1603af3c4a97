import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Seller, SellerEntry, SellerSummary } from '#contract/sellers/sellers.ts'
import { enqueue } from '#server/platform/outbox/outbox.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'

const ENTRY: SellerEntry = {
  code: 'NORTH-1',
  name: 'Northgate Motors',
  kind: 'dealer',
  address: '12 Depot Road\nSpringfield, IL 62701',
  country: 'US',
  email: 'office@northgate.example',
  phone: '+1 555 0111',
  accountEmail: null,
  isActive: true,
}
const COMMISSION = {
  bands: [
    { from: 0, basisPoints: 800 },
    { from: 500_000, basisPoints: 500 },
  ],
  flat: 2500,
  minimum: 10_000,
  noSaleFee: 7500,
  relistFee: 5000,
  taxBasisPoints: 0,
}
const US_BANK = {
  kind: 'us' as const,
  holder: 'Northgate Motors LLC',
  routingNumber: '021000021',
  accountNumber: '000987654321',
  bank: 'First Bank',
}

let place: TestServer
let aukje: CastMember
let kofi: CastMember
let codes = 0

beforeAll(async () => {
  place = await openTestServer()
  aukje = await castPerson(place.app.pool, { name: 'Aukje', role: 'auctioneer' })
  kofi = await castPerson(place.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => place.close())

const fresh = (own: Partial<SellerEntry> = {}): SellerEntry => ({ ...ENTRY, code: `S-${(codes += 1)}`, ...own })

const save = (id: string, version: number, entry: SellerEntry) =>
  place.call('PUT', `/api/admin/sellers/${id}`, { token: aukje.token, body: { version, ...entry } })

const money = (id: string, body: object) =>
  place.call('PUT', `/api/admin/sellers/${id}/money`, { token: kofi.token, body })

async function enter(own: Partial<SellerEntry> = {}): Promise<Seller> {
  const { status, body } = await save(randomUUID(), 0, fresh(own))
  expect(status).toBe(200)
  return body as Seller
}

/** The faults of a refused request, by field. */
function faultsOf({ body }: { body: unknown }): Record<string, string> {
  const { details } = body as { details: { fields: { field: string; message: string }[] } }
  return Object.fromEntries(details.fields.map(({ field, message }) => [field, message]))
}

describe('staff who are sellers themselves', () => {
  const OWN = { status: 403, body: { message: 'You can’t change your own seller account. Ask a colleague.' } }
  const put = (who: CastMember, path: string, body: object) =>
    place.call('PUT', `/api/admin/sellers/${path}`, { token: who.token, body })

  test.each(['owner', 'cashier'] as const)('as %s don’t change their own commission and bank account', async (role) => {
    const kim = await castPerson(place.app.pool, { name: 'Kim', role })
    const { id } = await enter({ accountEmail: kim.email })
    expect(await put(kim, `${id}/money`, { version: 1, commission: COMMISSION })).toMatchObject(OWN)
    expect((await money(id, { version: 1, commission: COMMISSION })).status).toBe(200)
  })

  test.each(['owner', 'auctioneer'] as const)(
    'as %s link their own account to no seller, and unlink it from none',
    async (role) => {
      const kim = await castPerson(place.app.pool, { name: 'Kim', role })
      const own = fresh({ accountEmail: kim.email })
      const { id } = await enter(own)
      expect(await put(kim, id, { version: 1, ...own, accountEmail: null })).toMatchObject(OWN)
      const other = await enter()
      expect(await put(kim, other.id, { version: 1, ...own })).toMatchObject(OWN)
      expect(await put(kim, randomUUID(), { version: 0, ...own })).toMatchObject(OWN)
      expect((await put(kim, other.id, { version: 1, ...fresh() })).status).toBe(200)
    },
  )
})

describe('a seller', () => {
  test('is entered once by a repeated request, and changed only from the version that was read', async () => {
    const id = randomUUID()
    const entry = fresh()
    const [one, two] = await Promise.all([save(id, 0, entry), save(id, 0, entry)])
    expect([one.status, two.status]).toEqual([200, 200])
    const changed = await save(id, 1, { ...entry, phone: '+1 555 0199' })
    expect(changed).toMatchObject({ status: 200, body: { version: 2, phone: '+1 555 0199' } })
    expect(await save(id, 1, { ...entry, name: 'Another' })).toMatchObject({
      status: 409,
      body: { code: 'seller-changed' },
    })
    const { history } = changed.body as Seller
    expect(history.map(({ action, by, changed: fields }) => [action, by, fields])).toEqual([
      ['change-seller', 'Aukje', ['phone']],
      ['enter-seller', 'Aukje', expect.arrayContaining(['code', 'name'])],
    ])
  })

  test('has a code and an account of its own', async () => {
    const ada = await castPerson(place.app.pool, { name: 'Ada' })
    const one = await enter({ accountEmail: ada.email })
    expect(one).toMatchObject({ accountId: ada.id, accountEmail: ada.email })
    const twice = await save(randomUUID(), 0, { ...ENTRY, code: one.code, accountEmail: ada.email })
    expect(twice.status).toBe(400)
    expect(Object.keys(faultsOf(twice)).toSorted()).toEqual(['accountEmail', 'code'])
    const unknown = await save(randomUUID(), 0, fresh({ accountEmail: 'nobody@demo.paddock.example' }))
    expect(faultsOf(unknown)).toEqual({ accountEmail: 'No account has this email. Check it.' })
  })

  test('is found by code, name, email and phone, and exported without account numbers', async () => {
    const one = await enter({ name: 'Zephyr Fleet', kind: 'fleet' })
    await money(one.id, { version: 1, bank: US_BANK, taxId: '12-3456789' })
    const list = async (query: string) =>
      (await place.call('GET', `/api/admin/sellers?${query}`, { token: aukje.token })).body as {
        items: SellerSummary[]
      }
    for (const q of ['zephyr', one.code]) {
      expect((await list(`q=${q}`)).items.map(({ id }) => id)).toContain(one.id)
    }
    expect((await list('kind=fleet')).items.map(({ id, bank }) => [id, bank])).toEqual([[one.id, 'Account …4321']])
    const file = await fetch(`${place.url}/api/admin/sellers.csv?q=zephyr`, {
      headers: { authorization: `Bearer ${kofi.token}` },
    })
    const text = await file.text()
    expect(text).toContain('Zephyr Fleet')
    expect(text).not.toContain('0987654321')
  })
})

describe('money of a seller', () => {
  test('is checked: bands that rise from zero, an IBAN with right check digits, a routing number with a right checksum', async () => {
    const { id } = await enter()
    const bands = [
      { from: 100, basisPoints: 500 },
      { from: 100, basisPoints: 400 },
    ]
    const faults = faultsOf(await money(id, { version: 1, commission: { ...COMMISSION, bands } }))
    expect(Object.keys(faults)).toEqual(['commission.bands.0.from', 'commission.bands.1.from'])
    const iban = { kind: 'iban', holder: 'A', iban: 'DE89370400440532013001', bic: 'COBADEFFXXX', bank: 'B' }
    expect(Object.keys(faultsOf(await money(id, { version: 1, bank: iban })))).toEqual(['bank.iban'])
    const routing = { ...US_BANK, routingNumber: '021000022' }
    expect(Object.keys(faultsOf(await money(id, { version: 1, bank: routing })))).toEqual(['bank.routingNumber'])
    const good = { ...iban, iban: 'DE89 3704 0044 0532 0130 00' }
    expect(Object.keys(faultsOf(await money(id, { version: 1, bank: { ...good, holder: '—!' } })))).toEqual([
      'bank.holder',
    ])
    expect((await money(id, { version: 1, bank: good })).status).toBe(200)
  })

  test('goes to an account in Mexico or Canada, checked by the numbers of that country', async () => {
    const { id } = await enter()
    const mx = { kind: 'mx', holder: 'Autos del Norte', clabe: '032180000118359719', bank: 'Banco' }
    expect(faultsOf(await money(id, { version: 1, bank: { ...mx, clabe: '032180000118359718' } }))).toEqual({
      'bank.clabe': 'This CLABE isn’t valid. It has 18 digits; check them for a typo.',
    })
    expect((await money(id, { version: 1, bank: mx })).body).toMatchObject({ bank: 'CLABE …9719', bankKind: 'mx' })
    const ca = {
      kind: 'ca',
      holder: 'North',
      institution: '003',
      transit: '00102',
      accountNumber: '1234567',
      bank: 'B',
    }
    expect(Object.keys(faultsOf(await money(id, { version: 2, bank: { ...ca, transit: '0102' } })))).toEqual([
      'bank.transit',
    ])
    expect((await money(id, { version: 2, bank: ca })).body).toMatchObject({ bank: 'Account …567', bankKind: 'ca' })
  })

  test('is stored encrypted, shown only by how it ends, and not told to the audit log', async () => {
    const { id } = await enter()
    const saved = await money(id, { version: 1, commission: COMMISSION, bank: US_BANK, taxId: '98-7654321' })
    expect(saved.body).toMatchObject({ commission: COMMISSION, bank: 'Account …4321', taxId: '…4321', version: 2 })
    const kept = await place.app.pool.query<{ row: string; audit: string }>(
      `select to_jsonb(s)::text || encode(s.sealed, 'escape') as row,
         (select string_agg(to_jsonb(u)::text, ' ') from audit u where subject_id = s.id::text) as audit
       from seller s where id = $1`,
      [id],
    )
    for (const text of [kept.rows[0]!.row, kept.rows[0]!.audit, JSON.stringify(saved.body)]) {
      expect(text).not.toContain('000987654321')
      expect(text).not.toContain('98-7654321')
    }
    expect(kept.rows[0]!.audit).toContain('taxIdChanged')
    // What is left out stays.
    await money(id, { version: 2, commission: { ...COMMISSION, flat: 0 } })
    expect((await place.call('GET', `/api/admin/sellers/${id}`, { token: kofi.token })).body).toMatchObject({
      bank: 'Account …4321',
      taxId: '…4321',
    })
  })

  test('is changed by cashiers only, and read by no member', async () => {
    const { id } = await enter()
    const ada = await castPerson(place.app.pool, { name: 'Ada' })
    const body = { version: 1, commission: COMMISSION }
    const as = (who: CastMember) =>
      place.call('PUT', `/api/admin/sellers/${id}/money`, { token: who.token, body }).then(({ status }) => status)
    expect([await as(ada), await as(aukje), await as(kofi)]).toEqual([403, 403, 200])
    expect((await place.call('GET', `/api/admin/sellers/${id}`, { token: ada.token })).status).toBe(403)
  })
})

describe('the account of a seller', () => {
  const bid = (who: CastMember, lotId: string) =>
    place.call('POST', `/api/lots/${lotId}/bids`, {
      token: who.token,
      body: { bidId: randomUUID(), kind: 'firm', amount: 10_000 },
    })

  test('stays while a published lot isn’t over, and takes the unpublished ones with it', async () => {
    const { pool } = place.app
    const [ada, boris] = [await castPerson(pool, { name: 'Ada' }), await castPerson(pool, { name: 'Boris' })]
    const seller = await enter({ accountEmail: ada.email })
    const lot = await castLot(place.app, { sellerId: ada.id })
    await pool.query('update lot set consignor_id = $2 where id = $1', [lot.lotId, seller.id])
    const entry = { ...fresh(), code: seller.code, accountEmail: boris.email }
    expect(await save(seller.id, 1, entry)).toMatchObject({ status: 409, body: { code: 'seller-has-lots' } })
    expect(await bid(ada, lot.lotId)).toMatchObject({ status: 409, body: { code: 'not-eligible' } })
    await pool.query('update lot set published_at = null where id = $1', [lot.lotId])
    expect((await save(seller.id, 1, entry)).status).toBe(200)
    const found = await pool.query('select seller_id from lot where id = $1', [lot.lotId])
    expect(found.rows).toEqual([{ seller_id: boris.id }])
  })

  test('is unlinked when the member closes it, and the seller stays', async () => {
    const ada = await castPerson(place.app.pool, { name: 'Ada' })
    const seller = await enter({ accountEmail: ada.email })
    await enqueue(place.app.db, 'account-closed', { accountId: ada.id })
    await place.app.outbox.drain()
    const { body } = await place.call('GET', `/api/admin/sellers/${seller.id}`, { token: aukje.token })
    expect(body).toMatchObject({ accountId: null, name: ENTRY.name })
  })
})
