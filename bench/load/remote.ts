import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

type Ask = { ask: number; name: string; argument: unknown }
type Answer = { answered: number; value?: unknown; fault?: string }

export type RemoteOptions = { execArgv?: string[]; env?: Record<string, string>; args?: string[] }

/** A child process that answers requests; see {@link answerAsks}. */
export class Remote {
  readonly process: ChildProcess
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>()
  #asked = 0

  /** `file`: a module that calls {@link answerAsks}, or that `execArgv` loads one before. */
  constructor(file: string, { execArgv = [], env = {}, args = [] }: RemoteOptions = {}) {
    this.process = fork(file, args, {
      execArgv,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.process.on('message', (message: Answer) => this.#answered(message))
    this.process.once('exit', (code) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the process asked ended with ${code}`))
      this.#waiting.clear()
    })
  }

  /** Rejects when the process cannot do it, or ends. */
  ask<T>(name: string, argument: unknown = null): Promise<T> {
    const ask = (this.#asked += 1)
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(ask, { resolve, reject })
      this.process.send({ ask, name, argument } satisfies Ask)
    }) as Promise<T>
  }

  /** Resolves when it printed `words`. */
  says(words: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.process.stdout?.on('data', (chunk: Buffer) => chunk.includes(words) && resolve())
      this.process.once('exit', (code) => reject(new Error(`the process ended with ${code} before it was ready`)))
    })
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const ended = once(this.process, 'exit')
    this.process.kill(signal)
    await ended
  }

  #answered({ answered, value, fault }: Answer): void {
    const waiting = this.#waiting.get(answered)
    this.#waiting.delete(answered)
    if (fault === undefined) waiting?.resolve(value)
    else waiting?.reject(new Error(fault))
  }
}

/** Answers the parent process's requests, by name. */
export function answerAsks(answers: Record<string, (argument: never) => unknown>): void {
  process.on('message', ({ ask, name, argument }: Ask) => {
    const answer = answers[name] ?? noAnswer
    void answerOf(answer, argument).then((said) => process.send?.({ answered: ask, ...said } satisfies Answer))
  })
  // The parent decides how long this process lives.
  process.once('disconnect', () => process.exit(0))
}

async function answerOf(
  answer: (argument: never) => unknown,
  argument: unknown,
): Promise<{ value: unknown } | { fault: string }> {
  try {
    return { value: await answer(argument as never) }
  } catch (error) {
    return { fault: String(error) }
  }
}

function noAnswer(): never {
  throw new Error('nobody answers that here')
}
