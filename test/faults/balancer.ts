import { setTimeout as wait } from 'node:timers/promises'
import { NoAnswer, requestText, Wires, type Answer } from './wire.ts'

const ASK_EVERY_MS = 100
const ASK_MS_MAX = 500
/** How many answers in a row may be late before a process counts as away: one late answer means a busy machine, not a dead process. */
const LATE_MAX = 2
const READY = requestText('GET', '/readyz', null)

/** A process as a load balancer sees it. */
export type Target = {
  readonly port: number
  isReady: boolean
  ask(request: string, withinMs: number): Promise<Answer>
}

/**
 * Polls every process ten times a second for readiness and spreads requests over the ready ones. A process that isn't ready, or
 * refuses a connection, gets no more requests from that moment on.
 */
export class Balancer {
  #targets: (Target & { wires: Wires })[] = []
  #turn = 0
  #ended = false

  add(port: number): Target {
    const wires = new Wires(port)
    const target = {
      port,
      isReady: true,
      wires,
      async ask(request: string, withinMs: number) {
        try {
          return await wires.ask(request, withinMs)
        } catch (error) {
          // Gets no requests until it is ready again.
          target.isReady = false
          throw error
        }
      },
    }
    this.#targets.push(target)
    void this.#watch(target)
    return target
  }

  remove(port: number): void {
    for (const target of this.#targets) if (target.port === port) target.wires.close()
    this.#targets = this.#targets.filter((target) => target.port !== port)
  }

  /** A ready process, other than `not` if possible; if none is ready, any. */
  pick(not: Target | null = null): Target {
    const ready = this.#targets.filter((target) => target.isReady)
    const others = ready.filter((target) => target !== not)
    const choice = others.length > 0 ? others : ready.length > 0 ? ready : this.#targets
    return choice[(this.#turn += 1) % choice.length]!
  }

  /** Whether a process itself reported that it is ready: `at` and `pick` return a process even if none did. */
  isReady(port: number): boolean {
    return this.#targets.some((target) => target.port === port && target.isReady)
  }

  /** The ready process at an index, for streams that are spread evenly. */
  at(place: number): Target {
    const own = this.#targets[place % this.#targets.length]!
    return own.isReady ? own : this.pick()
  }

  close(): void {
    this.#ended = true
    for (const { wires } of this.#targets) wires.close()
  }

  async #watch(target: Target & { wires: Wires }): Promise<void> {
    const asking = new Wires(target.port)
    let late = 0
    while (!this.#ended && this.#targets.includes(target)) {
      const answer = await asking.ask(READY, ASK_MS_MAX).catch((error: unknown) => error)
      late = answer instanceof NoAnswer && answer.isSilence ? late + 1 : 0
      if (late === 0) target.isReady = !(answer instanceof Error) && (answer as Answer).status === 200
      else if (late > LATE_MAX) target.isReady = false
      await wait(ASK_EVERY_MS)
    }
    asking.close()
  }
}
