import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { saleroom } from '../sale.test-support.ts'

let place: TestServer
let room: ReturnType<typeof saleroom>
let kofi: CastMember

beforeAll(async () => {
  place = await openTestServer()
  room = saleroom(place)
  kofi = await castPerson(place.app.pool, { name: 'Kofi', role: 'cashier' })
})
afterAll(() => place.close())

async function auditsOf({ id }: Invoice): Promise<string[]> {
  const found = await place.app.pool.query<{ action: string }>('select action from audit where subject_id = $1', [id])
  return found.rows.map(({ action }) => action)
}

test.each([
  ['cancel', 'cancel', ['200', 'invoice-cancelled']],
  ['cancel', 'collected', ['200', 'not-paid'], ['200', '200']],
  ['collected', 'collected', ['200', 'already-collected']],
  ['resend', 'resend', ['200', '200']],
  ['resend', 'cancel', ['200', '200'], ['200', 'invoice-cancelled']],
])(
  'of two of staff, %s and %s at once each do it or are refused, with one audit line for what was done',
  async (one, two, ...ends) => {
    const act = ({ id }: Invoice, action: string) => {
      const body = action === 'cancel' ? { cause: 'correction', reason: 'Agreed with the buyer.' } : {}
      return place.call('POST', `/api/admin/invoices/${id}/${action}`, { token: kofi.token, body })
    }
    for (let round = 0; round < 3; round += 1) {
      const ada = await castPerson(place.app.pool, { name: 'Ada' })
      const invoice = await room.soldTo(ada)
      await room.payAll(ada, invoice.id)
      const answers = await Promise.all([act(invoice, one), act(invoice, two)])
      const codes = answers.map(({ status, body }) => (body as { code?: string }).code ?? String(status)).toSorted()
      expect(ends).toContainEqual(codes)
      const done = codes.filter((code) => code === '200').length
      expect(await auditsOf(invoice)).toHaveLength(done)
      const { creditNotes } = await room.detail(ada, invoice.id)
      expect(creditNotes).toHaveLength([one, two].includes('cancel') ? 1 : 0)
      const sent = (await room.noticesOf(ada, 'invoice')).filter((key) => key.startsWith('invoice-again'))
      expect(sent).toHaveLength((await auditsOf(invoice)).filter((action) => action === 'resend-invoice').length)
      expect(await room.balance(`receivable:${ada.id}`)).toBe(0)
    }
  },
)
