import path from 'node:path'
import type { Latencies } from './latencies.ts'
import { Remote } from './remote.ts'
import { WEBSOCKET_REQUEST, type Watchers } from './watchers.ts'

const AT_ONCE = 200

/** The plain broadcast loop of `ws` in as many processes as the server has, watched by the same clients. */
export class BroadcastYardstick {
  readonly #crowd: Watchers
  readonly #servers: { remote: Remote; port: number; groups: string[] }[]

  private constructor(crowd: Watchers, servers: { remote: Remote; port: number; groups: string[] }[]) {
    this.#crowd = crowd
    this.#servers = servers
  }

  static async start(crowd: Watchers): Promise<BroadcastYardstick> {
    const servers = await Promise.all(
      [0, 1].map(async () => {
        const remote = new Remote(path.join(import.meta.dirname, 'ws-broadcast.ts'))
        return { remote, port: await remote.ask<number>('port'), groups: [] as string[] }
      }),
    )
    return new BroadcastYardstick(crowd, servers)
  }

  /** Opens a group of watchers of the first or the second process. */
  async watch(name: string, server: 0 | 1, tokens: string[]): Promise<void> {
    const { port, groups } = this.#servers[server]!
    await this.#crowd.open({ name, port, wire: 'websocket', request: WEBSOCKET_REQUEST, tokens, atOnce: AT_ONCE })
    groups.push(name)
  }

  /** Every process with watchers broadcasts `perSecond` messages of `length` bytes, or as many as it can. */
  async run(
    perSecond: number,
    forMs: number,
    length: number,
  ): Promise<{ deliveries: number; seconds: number; latencies: Latencies }> {
    const busy = this.#servers.filter(({ groups }) => groups.length > 0)
    const names = busy.flatMap(({ groups }) => groups)
    await this.#crowd.begin(names)
    const startedAt = performance.now()
    await Promise.all(busy.map(({ remote }) => remote.ask('broadcast', { perSecond, forMs, length })))
    const { deliveries, latencies, gaps, faults } = await this.#crowd.report(names)
    const seconds = (performance.now() - startedAt) / 1000
    if (gaps > 0) throw new Error(`void: the yardstick lost something: ${faults.join('; ')}`)
    await this.#drained(names)
    return { deliveries, seconds, latencies }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map(({ remote }) => remote.stop()))
  }

  /** Buffered messages belong to this run: the server's turn begins once they are delivered. */
  async #drained(names: string[]): Promise<void> {
    for (let before = -1; ;) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      const { deliveries } = await this.#crowd.report(names)
      if (deliveries === before) return
      before = deliveries
    }
  }
}
