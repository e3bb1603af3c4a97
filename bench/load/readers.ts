import net from 'node:net'
import type { ReadWitness } from './read-witness.ts'

/** What one reader requests repeatedly, in order. */
export type ReaderPlan = { token: string; addresses: readonly string[] }

export type ReadResult = {
  answered: number
  seconds: number
  /** Share of one core, used by all readers together. */
  readersBusy: number
}

const BUFFER_BYTES = 64 * 1024

/**
 * Keep-alive readers in a closed loop, each with its own connection and bearer: one request, one answer, the next request. Every
 * answer is passed to the witness. Throws if a connection ends or an answer is invalid.
 */
export async function readFor(
  port: number,
  plans: readonly ReaderPlan[],
  forMs: number,
  witness: ReadWitness,
): Promise<ReadResult> {
  const readers = plans.map((plan, index) => new Reader(port, plan, index, witness))
  const busyBefore = process.cpuUsage()
  const begunAt = performance.now()
  try {
    const ended = Promise.all(readers.map((reader) => reader.run()))
    const timer = setTimeout(() => readers.forEach((reader) => reader.end()), forMs)
    await ended.finally(() => clearTimeout(timer))
    const seconds = (performance.now() - begunAt) / 1000
    const { user, system } = process.cpuUsage(busyBefore)
    const answered = readers.reduce((sum, reader) => sum + reader.answered, 0)
    return { answered, seconds, readersBusy: (user + system) / 1e6 / seconds }
  } finally {
    for (const reader of readers) reader.close()
  }
}

/** Written straight to the socket, into one buffer: readers must cost less than what they measure, because they share the machine with it. */
class Reader {
  answered = 0
  #socket: net.Socket
  #requests: { at: string; bytes: Buffer }[]
  #turn = 0
  #name: number
  #witness: ReadWitness
  /** Of an answer that came in several pieces. */
  #pieces: Buffer | null = null
  #isEnding = false
  #done = Promise.withResolvers<void>()

  constructor(port: number, { token, addresses }: ReaderPlan, name: number, witness: ReadWitness) {
    this.#name = name
    this.#witness = witness
    this.#requests = addresses.map((at) => ({
      at,
      bytes: Buffer.from(
        `GET ${at} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\naccept-encoding: gzip\r\n\r\n`,
      ),
    }))
    this.#socket = net.connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: (length, buffer) => this.#take(length, buffer) },
    })
    this.#socket.once('error', (error) => this.#done.reject(error))
    this.#socket.once('close', () => this.#done.reject(new Error('void: the server closed a connection')))
  }

  run(): Promise<void> {
    this.#socket.once('connect', () => this.#ask())
    return this.#done.promise
  }

  /** No more requests; the open one still gets its answer. */
  end(): void {
    this.#isEnding = true
  }

  close(): void {
    this.#socket.destroy()
  }

  #ask(): void {
    this.#socket.write(this.#requests[this.#turn]!.bytes)
  }

  #take(length: number, buffer: Uint8Array): boolean {
    const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, length)
    const answer = this.#pieces === null ? chunk : Buffer.concat([this.#pieces, chunk])
    try {
      const isWhole = this.#witness.see(this.#name, this.#requests[this.#turn]!.at, answer)
      this.#pieces = isWhole ? null : Buffer.from(answer)
      if (isWhole) this.#next()
    } catch (error) {
      this.#done.reject(error as Error)
    }
    return true
  }

  #next(): void {
    this.answered += 1
    this.#turn = (this.#turn + 1) % this.#requests.length
    if (this.#isEnding) this.#done.resolve()
    else this.#ask()
  }
}
