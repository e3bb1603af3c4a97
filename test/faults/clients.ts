import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Seen } from '#test/invariants.ts'
import type { Fault } from './fault.ts'
import { inSeconds, type Stage } from './stage.ts'
import { requestText, Wire, type Answer } from './wire.ts'

/** A fault's own bid on a lot, far above the load's bids; known to the checker. */
function ownBid(stage: Stage, lotId: string, amount: number): { bid: Seen; request: string } {
  const who = stage.template.crowd[Math.floor(stage.draw() * stage.template.crowd.length)]!
  const bid: Seen = { bidId: randomUUID(), lotId, bidderId: who.id, kind: 'firm', amount, acknowledged: null }
  stage.bidders.know(bid)
  const body = { bidId: bid.bidId, kind: bid.kind, amount }
  return { bid, request: requestText('POST', `/api/lots/${lotId}/bids`, who.token, body) }
}

const EQUALS = 50
const EQUAL_ROUNDS = 12

const equalPosts: Fault = {
  name: 'equal-posts',
  title: '50 equal POSTs at once',
  async run(stage) {
    const wires = Array.from({ length: EQUALS }, (_, each) => new Wire(stage.servers[each % 2]!.port))
    for (let round = 0; round < EQUAL_ROUNDS; round += 1) {
      const lotId = stage.lotIds[round % stage.lotIds.length]!
      const { bid, request } = ownBid(stage, lotId, stage.bidders.raise(lotId, 10))
      const answers = await Promise.all(wires.map((wire) => wire.ask(request, 10_000)))
      const different = new Set(answers.map(({ status, body }) => `${status} ${body}`))
      const isOne = different.size === 1 && [200, 409].includes(answers[0]!.status)
      stage.must(
        isOne,
        `${EQUALS} equal POSTs got ${different.size} answers: ${[...different].slice(0, 2).join(' | ')}`,
      )
      bid.acknowledged = answers[0]!.status === 200
      await stage.pause(200)
    }
    for (const wire of wires) wire.cut()
    stage.mustBidAgainWithin(1000)
  },
}

const STORM_MS = 8000
const STORM_CLIENTS = 40
const IMPATIENT_MS = 15

const retryStorm: Fault = {
  name: 'retry-storm',
  title: 'retry storm',
  async run(stage) {
    const until = performance.now() + STORM_MS
    let sent = 0
    const impatient = async (place: number) => {
      while (performance.now() < until) {
        const lotId = stage.lotIds[place % stage.lotIds.length]!
        const { bid, request } = ownBid(stage, lotId, stage.bidders.raise(lotId, 1))
        let answer: Answer | null = null
        // Hangs up and immediately retries at the other process; from the seventh try on it waits up to 10 s, like any client.
        for (let tries = 0; answer === null || answer.status === 503; tries += 1) {
          const wire = new Wire(stage.servers[(place + tries) % 2]!.port)
          sent += 1
          answer = await wire.ask(request, tries < 6 ? IMPATIENT_MS * stage.draw() : 10_000).catch(() => null)
          wire.cut()
          if (tries > 20) break
        }
        if (answer !== null && (answer.status === 200 || answer.status === 409))
          bid.acknowledged = answer.status === 200
      }
    }
    await Promise.all(Array.from({ length: STORM_CLIENTS }, (_, place) => impatient(place)))
    stage.notes.push(`${sent} requests in ${inSeconds(STORM_MS)}, most of them hung up on`)
    await stage.bidders.settle()
    stage.mustBidAgainWithin(2000)
  },
}

const SLOW_SENDERS = 150
const SLOW_READERS = 50
const SLOW_MS = 12_000

const slowClients: Fault = {
  name: 'slow-clients',
  title: 'clients that send or read one byte a second',
  async run(stage) {
    const sockets: net.Socket[] = []
    const open = (place: number) => {
      const socket = net.connect({ port: stage.servers[place % 2]!.port, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      sockets.push(socket)
      return socket
    }
    const ticks: NodeJS.Timeout[] = []
    for (let place = 0; place < SLOW_SENDERS; place += 1) {
      const text = ownBid(stage, stage.lotIds[0]!, 1).request
      const socket = open(place)
      let at = 0
      ticks.push(setInterval(() => socket.write(text[at++] ?? ''), 1000))
    }
    for (let place = 0; place < SLOW_READERS; place += 1) {
      const socket = open(place)
      const { token } = stage.template.crowd[place % stage.template.crowd.length]!
      socket.pause()
      socket.write(requestText('GET', `/api/feed?lots=${stage.lotIds.join()}`, token))
      ticks.push(setInterval(() => socket.read(1), 1000))
    }
    const before = stage.bidders.waitedMs.length
    await wait(SLOW_MS)
    const waits = stage.bidders.waitedMs.slice(before).toSorted((a, b) => a - b)
    const p99 = waits[Math.floor(waits.length * 0.99)] ?? Number.POSITIVE_INFINITY
    stage.must(p99 < 1000, `one bid in a hundred waited ${inSeconds(p99)} beside slow clients`)
    stage.notes.push(
      `${SLOW_SENDERS} send and ${SLOW_READERS} read a byte a second; p99 of the others ${Math.round(p99)} ms`,
    )
    for (const tick of ticks) clearInterval(tick)
    for (const socket of sockets) socket.destroy()
    // No client sent these completely, so none of them may be recorded.
    for (const bid of stage.bidders.bids) if (bid.amount === 1 && bid.acknowledged === null) bid.acknowledged = false
    stage.mustBidAgainWithin(1000)
  },
}

const OVERLOAD_MS = 10_000
const FLOOD_WIRES = 300
const PER_PERSON = 20

const overload: Fault = {
  name: 'overload',
  title: 'overload ×10',
  // As in production: a person may send 20 bids a second. A commit takes 100 ms, so that work piles up.
  stage: { env: { PADDOCK_BIDS_PER_SECOND: String(PER_PERSON) } },
  async run(stage) {
    const { bidders, servers, gates } = stage
    const memoryBefore = Math.max(...servers.map((server) => server.memoryMb()))
    for (const gate of gates) gate.delay(50)
    bidders.rate = 10 * stage.options.rate
    const until = performance.now() + OVERLOAD_MS
    const answered = new Map<number, number>()
    const flood = async (place: number) => {
      const wire = new Wire(servers[place % 2]!.port)
      const who = stage.template.crowd[place % 4]!
      const at = `/api/lots/${stage.lotIds[0]}/bids`
      while (performance.now() < until) {
        const body = { bidId: randomUUID(), kind: 'firm', amount: 0 }
        const { status, head } = await wire.ask(requestText('POST', at, who.token, body), 10_000)
        answered.set(status, (answered.get(status) ?? 0) + 1)
        const isRight = status === 400 || status === 409 || head.includes('\nretry-after: ')
        stage.must(isRight, `overload was answered ${status} without Retry-After`)
        await wait(20)
      }
      wire.cut()
    }
    await Promise.all(Array.from({ length: FLOOD_WIRES }, (_, place) => flood(place)))
    bidders.rate = stage.options.rate
    for (const gate of gates) gate.delay(0)
    const memory = Math.max(...servers.map((server) => server.memoryMb()))
    stage.must(memory - memoryBefore < 250, `memory grew from ${memoryBefore} to ${memory} MB`)
    const answers = [...answered].map(([status, count]) => `${status}: ${count}`).join(', ')
    const refused = bidders.failures.get('429 rate-limited') ?? 0
    stage.must(refused + (answered.get(429) ?? 0) > 0, 'nobody was told to slow down')
    stage.notes.push(`flood answered ${answers}; memory ${memoryBefore} → ${memory} MB`)
    const calmAt = performance.now()
    await wait(2500)
    stage.mustBidAgainWithin(2000)
    stage.mustBidAgainWithin(1000, calmAt)
  },
}

export const CLIENT_FAULTS: Fault[] = [equalPosts, retryStorm, slowClients, overload]
