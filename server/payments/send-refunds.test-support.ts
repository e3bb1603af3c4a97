import type { TestServer } from '#test/harness/test-server.ts'

/** Sends every refund now, without its waiting time. */
export async function sendRefundsNow(server: TestServer): Promise<void> {
  await server.app.pool.query('update refund set next_try_at = clock_timestamp()')
  await server.runJob('send refunds')
}
