import { expect, vi } from 'vitest'
import type { App } from '#server/platform/app.ts'
import { sendRefunds } from './send-refunds.ts'

/** Sends every refund now, without its waiting time. The server's own job may have taken one of them: its end is awaited. */
export async function sendRefundsNow(app: App): Promise<void> {
  await app.pool.query('update refund set next_try_at = clock_timestamp()')
  await sendRefunds(app)
  const left = async () => (await app.pool.query(`select 1 from refund where state = 'asked'`)).rows
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 })
}
