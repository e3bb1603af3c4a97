import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'

/** The applications by which the database knows the bid path. */
export const LANE = 'paddock lane'

const killOne: Fault = {
  name: 'kill-process',
  title: 'kill -9 of a process mid-bid',
  isSmoke: true,
  async run(stage) {
    for (const server of stage.servers) {
      await stage.pause(400)
      const killedAt = performance.now()
      await server.end('SIGKILL')
      await wait(2000)
      stage.mustBidAgainWithin(1000, killedAt)
      await server.start()
      await wait(500)
    }
  },
}

const BETWEEN = 12

const killAfterCommit: Fault = {
  name: 'kill-after-commit',
  title: 'kill between COMMIT and answer',
  isSmoke: true,
  async run(stage) {
    let kept = 0
    // First the commit's confirmation is lost on its way; then the process dies at that moment.
    for (let each = 0; each < BETWEEN; each += 1) {
      const before = kept
      const gate = stage.gates[each % stage.gates.length]!
      gate.at('committed', LANE, () => {
        gate.at('committed', LANE, null)
        kept += 1
        return 'cut'
      })
      await stage.until('a commit was kept back', () => kept > before, 5000)
      await stage.pause(200)
    }
    for (const [place, server] of stage.servers.entries()) {
      const gate = stage.gates[place]!
      const ended = new Promise<void>((resolve) => {
        gate.at('committed', LANE, () => {
          gate.at('committed', LANE, null)
          server.signal('SIGKILL')
          resolve()
          return 'cut'
        })
      })
      await ended
      await server.end('SIGKILL')
      await wait(500)
      await server.start()
      await wait(500)
    }
    const unknown = stage.bidders.failures.get('503 unknown-outcome') ?? 0
    stage.must(unknown > 0, 'nobody got an unknown outcome: the fault did not strike')
    stage.notes.push(`${kept} commits held back, ${unknown} unknown outcomes`)
    stage.mustBidAgainWithin(1500)
  },
}

/** A start loads the program files again, which takes time on a busy machine. */
const START_MS = 15_000

const killAll: Fault = {
  name: 'kill-all',
  title: 'kill of all processes, restart',
  async run(stage) {
    await Promise.all(stage.servers.map((server) => server.end('SIGKILL')))
    await wait(500)
    const startedAt = performance.now()
    await Promise.all(stage.servers.map((server) => server.start()))
    stage.notes.push(`started in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    const servingAt = performance.now()
    await wait(2500)
    stage.mustBidAgainWithin(START_MS)
    stage.mustBidAgainWithin(1500, servingAt)
  },
}

const stopped: Fault = {
  name: 'stopped-process',
  title: 'SIGSTOP for 5 s',
  async run(stage) {
    for (const server of stage.servers) {
      server.signal('SIGSTOP')
      await wait(5000)
      server.signal('SIGCONT')
      await wait(1500)
    }
    // If it stalled in the middle of a batch, the database frees its lots for the others after three seconds.
    stage.mustBidAgainWithin(4000)
  },
}

const READY_MS = 20_000

const rolling: Fault = {
  name: 'rolling-restart',
  title: 'SIGTERM rolling restart under load (no failed bid)',
  stage: { env: { DRAIN_SECONDS: '1' } },
  async run(stage) {
    for (const server of stage.servers) {
      stage.must((await server.end('SIGTERM')) === 0, 'a process did not shut down in order after SIGTERM')
      await server.start()
      await stage.until('it is ready', () => stage.balancer.isReady(server.port), READY_MS)
      await wait(500)
    }
    const { failedAttempts, failures } = stage.bidders
    stage.must(failedAttempts === 0, `${failedAttempts} requests failed: ${[...failures].join('; ')}`)
    stage.mustBidAgainWithin(1000)
  },
}

export const PROCESS_FAULTS: Fault[] = [killOne, killAfterCommit, killAll, stopped, rolling]
