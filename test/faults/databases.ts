import { setTimeout as wait } from 'node:timers/promises'
import { promote, untilStreaming, waitForStandby } from './cluster.ts'
import type { Fault } from './fault.ts'
import { LANE } from './processes.ts'
import type { Stage } from './stage.ts'

/** Retrying clients get their answer within this time after the database is back. */
const BACK_MS = 3000

const restart: Fault = {
  name: 'database-restart',
  title: 'immediate stop and restart of PostgreSQL',
  async run(stage) {
    for (const strike of [() => stage.database.stopAtOnce(), () => stage.database.kill()]) {
      await stage.pause(500)
      await strike()
      await wait(700)
      await stage.database.start()
      stage.leadTo(stage.database)
      const backAt = performance.now()
      await wait(BACK_MS + 500)
      stage.mustBidAgainWithin(BACK_MS, backAt)
    }
  },
}

const TERMINATE_EVERY_MS = 500
const TERMINATIONS = 16

const terminated: Fault = {
  name: 'connection-terminated',
  title: 'the bid connection terminated every 500 ms',
  async run(stage) {
    let ended = 0
    for (let each = 0; each < TERMINATIONS; each += 1) {
      const rows = await stage.database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
        [LANE],
      )
      ended += rows.length
      await wait(TERMINATE_EVERY_MS)
    }
    stage.must(ended >= TERMINATIONS, `only ${ended} connections were there to be ended`)
    stage.notes.push(`${ended} connections ended`)
    stage.mustBidAgainWithin(1000)
  },
}

/** Like an operator's watchdog: after two unanswered attempts the standby takes over at the same address. */
export async function failOver(stage: Stage): Promise<void> {
  const { primary, standby } = stage.pair!
  for (let missed = 0; missed < 2; await wait(250)) {
    const isThere = await primary.query('select 1').then(
      () => true,
      () => false,
    )
    missed = isThere ? 0 : missed + 1
  }
  await promote(standby)
  stage.leadTo(standby)
}

const promoted: Fault = {
  name: 'standby-promoted',
  title: 'primary lost and synchronous standby promoted',
  isSmoke: true,
  stage: { standby: 'synchronous' },
  async run(stage) {
    await stage.pause(500)
    await stage.pair!.primary.kill()
    await failOver(stage)
    await wait(4000)
    stage.mustBidAgainWithin(6000)
  },
}

const standbyLost: Fault = {
  name: 'standby-lost',
  title: 'standby lost',
  stage: { standby: 'synchronous' },
  async run(stage) {
    const { primary, standby } = stage.pair!
    // The standby returns on its own: waiting commits are acknowledged then, and none before.
    await standby.kill()
    const acknowledged = stage.bidders.acknowledged.length
    await wait(3000)
    const meanwhile = stage.bidders.acknowledged.length - acknowledged
    stage.must(meanwhile <= stage.bidders.rate, `${meanwhile} bids were acknowledged that no standby has`)
    await standby.start()
    await untilStreaming(primary, 'sync')
    const backAt = performance.now()
    await wait(BACK_MS + 500)
    stage.mustBidAgainWithin(BACK_MS, backAt)
    // The standby stays away: the operator continues without it by changing one setting.
    await standby.kill()
    await wait(12_000)
    await waitForStandby(primary, '')
    const decidedAt = performance.now()
    await wait(BACK_MS + 500)
    stage.mustBidAgainWithin(BACK_MS, decidedAt)
  },
}

const HELD_MS = 4000
const LOST_MS = 10_000

const unreachable: Fault = {
  name: 'blackhole',
  title: 'database unreachable without a reset (blackhole)',
  async run(stage) {
    const all = (mode: 'open' | 'held' | 'lost') => {
      for (const gate of stage.gates) gate.set(mode)
    }
    // Nothing passes for a while, then everything in order.
    all('held')
    await wait(HELD_MS)
    all('open')
    let openAt = performance.now()
    await wait(2500)
    stage.mustBidAgainWithin(2000, openAt)
    // The connections are dropped on the way: neither side ever learns that the other is gone.
    all('lost')
    await wait(LOST_MS)
    all('open')
    openAt = performance.now()
    await wait(6000)
    stage.mustBidAgainWithin(4000, openAt)
  },
}

const oneUnreachable: Fault = {
  name: 'blackhole-of-one',
  title: 'database unreachable without a reset for one of two processes, in the middle of its bids',
  async run(stage) {
    const [gate, server] = [stage.gates[0]!, stage.servers[0]!]
    let struckAt = 0
    gate.at('begun', LANE, () => {
      // This connection now holds locks, and its end is never reported to the database.
      gate.at('begun', LANE, null)
      gate.set('lost')
      struckAt = performance.now()
      return 'forgotten'
    })
    await stage.until('a batch was on its way', () => struckAt > 0, 5000)
    await wait(10_000)
    for (const lotId of stage.lotIds) {
      const silence = stage.bidders.longestSilenceMs(struckAt, performance.now(), lotId)
      stage.must(silence < 6000, `a lot took no bid for ${(silence / 1000).toFixed(1)} s`)
    }
    gate.set('open')
    await stage.until('it is ready again', () => stage.balancer.at(0).port === server.port, 15_000)
    await wait(1000)
  },
}

const LOCK_MS = 10_000

const locked: Fault = {
  name: 'lot-table-locked',
  title: 'a lock held on the lot table for 10 s',
  async run(stage) {
    const sleep = `do $$ begin lock table standing in access exclusive mode; perform pg_sleep(${LOCK_MS / 1000}); end $$`
    await stage.database.query(sleep)
    const openAt = performance.now()
    await wait(BACK_MS + 500)
    stage.mustBidAgainWithin(BACK_MS, openAt)
  },
}

export const DATABASE_FAULTS: Fault[] = [
  restart,
  terminated,
  promoted,
  standbyLost,
  unreachable,
  oneUnreachable,
  locked,
]
