import type { Logger } from 'pino'

/** One open connection that carries messages between processes. */
export type Line = {
  /** Resolves once the other end has accepted the message; rejects when that is unknown. */
  send(text: string): Promise<void>
  /** Rejects when the other end no longer answers. */
  prove(): Promise<void>
  close(): Promise<void>
}

/** Opens a line. `received` gets every message, including this process's own; `lost` is called once when an open line breaks. */
export type Dial = (received: (text: string) => void, lost: (err: unknown) => void) => Promise<Line>

export type LineEvents = {
  received(text: string): void
  /** The line broke. */
  lost(): void
  /** It is open again after a loss, or for the first time after a start without it. */
  back(): void
}

const HEARTBEAT_MS = 5000
const WAIT_MS_FIRST = 250
const WAIT_MS_MAX = 5000

/** A line that reconnects, with growing delays, whenever it is lost. */
export class KeptLine {
  readonly name: string
  /** The longest message it accepts, in bytes. */
  readonly bytesMax: number
  #dial: Dial
  #events: LineEvents
  #log: Logger
  #line: Line | null = null
  #heartbeat: NodeJS.Timeout | null = null
  #pause: NodeJS.Timeout | null = null
  #tries = 0
  #isClosed = false

  constructor(parts: { name: string; bytesMax: number; dial: Dial; events: LineEvents; log: Logger }) {
    this.name = parts.name
    this.bytesMax = parts.bytesMax
    this.#dial = parts.dial
    this.#events = parts.events
    this.#log = parts.log
  }

  get isUp(): boolean {
    return this.#line !== null
  }

  /** Throws when the line cannot be opened. */
  async open(): Promise<void> {
    // A connection that breaks while it is being opened is noticed here, before it is a line.
    const dialed: { line: Line | null; isBroken: boolean } = { line: null, isBroken: false }
    const line = await this.#dial(
      (text) => this.#events.received(text),
      (err) => {
        dialed.isBroken = true
        if (dialed.line !== null) this.#drop(dialed.line, err)
      },
    )
    dialed.line = line
    if (dialed.isBroken || this.#isClosed) {
      await line.close()
      throw new Error('the connection closed immediately')
    }
    this.#line = line
    this.#tries = 0
    this.#heartbeat = setInterval(() => {
      line.prove().catch((err: unknown) => this.#drop(line, err))
    }, HEARTBEAT_MS)
  }

  /** Opens the line. If that fails, it keeps retrying in the background. */
  async openSoon(): Promise<void> {
    try {
      await this.open()
    } catch (err) {
      this.#log.error({ err }, `${this.name} is unreachable; hints take another route`)
      this.#tryLater()
    }
  }

  /** Rejects when it is unknown whether the message was accepted; the line then reconnects. */
  async send(text: string): Promise<void> {
    const line = this.#line
    if (line === null) throw new Error(`${this.name} is unavailable`)
    try {
      await line.send(text)
    } catch (err) {
      this.#drop(line, err)
      throw err
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    if (this.#pause !== null) clearTimeout(this.#pause)
    const line = this.#line
    this.#line = null
    await line?.close()
  }

  #drop(line: Line, err: unknown): void {
    if (this.#isClosed || this.#line !== line) return
    this.#log.warn({ err }, `${this.name} was lost; some hints may be lost, too`)
    this.#line = null
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    void line.close()
    this.#events.lost()
    this.#tryLater()
  }

  #tryLater(): void {
    const most = Math.min(WAIT_MS_MAX, WAIT_MS_FIRST * 2 ** this.#tries)
    this.#tries += 1
    // Half of the delay is random, so that processes that lost the same server do not reconnect in step.
    const waitMs = most / 2 + (Math.random() * most) / 2
    this.#pause = setTimeout(() => void this.#tryNow(), waitMs)
  }

  async #tryNow(): Promise<void> {
    try {
      await this.open()
    } catch (err) {
      if (this.#isClosed) return
      this.#log.warn({ err }, `${this.name} is not reachable yet`)
      return this.#tryLater()
    }
    this.#log.info(`${this.name} is reachable again`)
    this.#events.back()
  }
}
