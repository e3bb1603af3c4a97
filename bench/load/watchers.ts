import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Latencies } from './latencies.ts'
import { Remote } from './remote.ts'

/** Watchers of one server, opened together; `TOKEN` in the request stands for each one's own. */
export type OpenGroup = {
  name: string
  port: number
  wire: 'feed' | 'packed-feed' | 'websocket' | 'anything'
  request: string
  tokens: string[]
  /** How many connections may be pending at the same time. */
  atOnce: number
}

export type GroupReport = {
  deliveries: number
  latencies: number[]
  gaps: number
  faults: string[]
  /** Connections that ended unexpectedly. */
  lost: number
  /** Number of 503 answers, after which the watcher retried. */
  turnedAway: number
  /** Number of connections that broke before an answer; these were retried as well. */
  brokenOff: number
  /** Length of a message that brought one event; 0 before any. */
  oneEventBytes: number
  /** The sequences held by the watcher furthest behind and the one furthest ahead. */
  lowest: number
  highest: number
}

export type Watched = {
  deliveries: number
  latencies: Latencies
  gaps: number
  faults: string[]
  turnedAway: number
  brokenOff: number
  oneEventBytes: number
  lowest: number
}

const SETTLE_MS_MAX = 15_000

/** Watchers in separate processes; a group lives in the process that has the fewest. */
export class Watchers {
  readonly #processes: Remote[]
  readonly #homes = new Map<string, { remote: Remote; watchers: number }>()

  constructor(processes: number) {
    const file = path.join(import.meta.dirname, 'watchers-process.ts')
    this.#processes = Array.from({ length: processes }, () => new Remote(file))
  }

  /** Returns the seconds until the last watcher had its first message. */
  open(group: OpenGroup): Promise<number> {
    const watchersOf = (remote: Remote) =>
      [...this.#homes.values()].reduce((sum, home) => sum + (home.remote === remote ? home.watchers : 0), 0)
    const remote = this.#processes.toSorted((a, b) => watchersOf(a) - watchersOf(b))[0]!
    this.#homes.set(group.name, { remote, watchers: group.tokens.length })
    return remote.ask<number>('open', group)
  }

  /** All disconnect, then all reconnect, at most `atOnce` at a time. */
  reopen(name: string, atOnce: number): Promise<number> {
    return this.#home(name).ask<number>('reopen', { name, atOnce })
  }

  async begin(names: string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#home(name).ask('begin', name)))
  }

  async report(names: string[]): Promise<Watched> {
    const reports = await Promise.all(names.map((name) => this.#home(name).ask<GroupReport>('report', name)))
    const latencies = new Latencies()
    for (const report of reports) latencies.addAll(Latencies.of(report.latencies))
    const sum = (of: (report: GroupReport) => number) => reports.reduce((total, report) => total + of(report), 0)
    const lost = sum((report) => report.lost)
    return {
      deliveries: sum((report) => report.deliveries),
      latencies,
      gaps: sum((report) => report.gaps) + lost,
      faults: [
        ...(lost > 0 ? [`${lost} connections were lost`] : []),
        ...reports.flatMap((report) => report.faults.slice(0, 5)),
      ],
      turnedAway: sum((report) => report.turnedAway),
      brokenOff: sum((report) => report.brokenOff),
      oneEventBytes: Math.max(...reports.map((report) => report.oneEventBytes)),
      lowest: Math.min(...reports.map((report) => report.lowest)),
    }
  }

  /** Waits until every watcher holds `sequence`; fails when some never do. */
  async settle(names: string[], sequence: number): Promise<void> {
    const until = performance.now() + SETTLE_MS_MAX
    for (;;) {
      const { lowest } = await this.report(names)
      if (lowest >= sequence) return
      if (performance.now() > until) throw new Error(`void: a watcher stayed at ${lowest}, the lot is at ${sequence}`)
      await wait(100)
    }
  }

  /** Every event delivered to a group, by sequence. */
  async lines(name: string): Promise<Map<number, string>> {
    return new Map(await this.#home(name).ask<[number, string][]>('lines', name))
  }

  async close(name: string): Promise<void> {
    await this.#home(name).ask('close', name)
    this.#homes.delete(name)
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((each) => each.stop()))
  }

  #home(name: string): Remote {
    const home = this.#homes.get(name)
    if (home === undefined) throw new Error(`there is no group ${name}`)
    return home.remote
  }
}

/** The request of a watcher of the server's feed. */
export function feedRequest(lotId: string, more = ''): string {
  return `GET /api/feed?lots=${lotId} HTTP/1.1\r\nhost: paddock\r\nauthorization: Bearer TOKEN\r\naccept: text/event-stream\r\n${more}\r\n`
}

/** The same as browsers send it: they all accept gzip. */
export function packedFeedRequest(lotId: string): string {
  return feedRequest(lotId, 'accept-encoding: gzip, deflate, br, zstd\r\n')
}

/** What a browser sends that opens a WebSocket. */
export const WEBSOCKET_REQUEST =
  'GET / HTTP/1.1\r\nhost: paddock\r\nupgrade: websocket\r\nconnection: Upgrade\r\n' +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\nauthorization: Bearer TOKEN\r\n\r\n'

export const NAIVE_REQUEST = 'GET /feed HTTP/1.1\r\nhost: paddock\r\nauthorization: Bearer TOKEN\r\n\r\n'
