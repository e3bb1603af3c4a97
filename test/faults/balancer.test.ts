import http from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { Balancer } from './balancer.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A process that answers its readiness checks as configured: a status, or nothing. */
async function processAt(status: number | 'silent') {
  const say = { status }
  const server = http.createServer((_request, response) => {
    if (say.status !== 'silent') response.writeHead(say.status, { 'content-length': 0 }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  ends.push(close)
  return { say, close, port: (server.address() as { port: number }).port }
}

const SOON = { timeout: 10_000 }

test('a process counts as ready only after it said so, even if no other is ready', async () => {
  const balancer = new Balancer()
  ends.push(() => balancer.close())
  const [one, two] = [await processAt(503), await processAt(503)]
  for (const { port } of [one, two]) balancer.add(port)
  await vi.waitFor(() => expect([one, two].map(({ port }) => balancer.isReady(port))).toEqual([false, false]), SOON)
  // `at` still names a process: a request has to go somewhere.
  expect([one.port, two.port]).toContain(balancer.at(0).port)
  one.say.status = 200
  await vi.waitFor(() => expect(balancer.isReady(one.port)).toBe(true), SOON)
  expect(balancer.isReady(two.port)).toBe(false)
})

test('one late answer means a busy machine; a refused connection or lasting silence means the process is away', async () => {
  const balancer = new Balancer()
  ends.push(() => balancer.close())
  const [late, gone] = [await processAt(200), await processAt(200)]
  for (const { port } of [late, gone]) balancer.add(port)
  late.say.status = 'silent'
  gone.close()
  await vi.waitFor(() => expect(balancer.isReady(gone.port)).toBe(false), SOON)
  expect(balancer.isReady(late.port)).toBe(true)
  await vi.waitFor(() => expect(balancer.isReady(late.port)).toBe(false), SOON)
})
