import { setTimeout as wait } from 'node:timers/promises'
import { NoAnswer, requestText, Wires, type Answer } from './wire.ts'

const ASK_EVERY_MS = 100
const ASK_MS_MAX = 500
/** As many answers in a row may be late before a process counts as away: one late answer is a busy machine, not a dead process. */
const LATE_MAX = 2
const READY = requestText('GET', '/readyz', null)

/** A process as a load balancer sees it. */
export type Target = {
  readonly port: number
  isReady: boolean
  ask(request: string, withinMs: number): Promise<Answer>
}

/**
 * Asks every process ten times a second whether it may be given bids, and spreads requests over those that say yes. One that says no, or
 * takes no connection, gets no more from that moment on.
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
          // Nothing goes there until it says again that it is ready.
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

  /** A ready process, another than `not` if there is one; where none is ready, any. */
  pick(not: Target | null = null): Target {
    const ready = this.#targets.filter((target) => target.isReady)
    const others = ready.filter((target) => target !== not)
    const choice = others.length > 0 ? others : ready.length > 0 ? ready : this.#targets
    return choice[(this.#turn += 1) % choice.length]!
  }

  /** Whether a process itself said so: `at` and `pick` name some process also where none did. */
  isReady(port: number): boolean {
    return this.#targets.some((target) => target.port === port && target.isReady)
  }

  /** The ready process at a place in their order, for streams that are spread evenly. */
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
