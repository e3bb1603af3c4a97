import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below the range from which the kernel takes ports for clients. */
const FIRST = 20_000
const PARTS = 12
const PORTS_OF_PART = 1000

/** Each worker of the test run has ports of its own: two that looked at the same moment would both find the same one free. */
const part = Number(process.env['VITEST_POOL_ID'] ?? 0) % PARTS
let turn = randomInt(PORTS_OF_PART)

/** A loopback port that nobody listens on. The next call gives another one. */
export async function freePort(): Promise<number> {
  for (;;) {
    turn = (turn + 1) % PORTS_OF_PART
    const port = FIRST + part * PORTS_OF_PART + turn
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
