import type { Logger } from 'pino'

/** One open connection that carries texts between processes. */
export type Line = {
  /** Resolves once the other end has taken the text; rejects where that is not known. */
  send(text: string): Promise<void>
  /** Rejects when the other end does not answer any more. */
  prove(): Promise<void>
  close(): Promise<void>
}

/** Opens a line. `heard` gets every text, also one's own; `lost` is called once when an open line broke. */
export type Dial = (heard: (text: string) => void, lost: (err: unknown) => void) => Promise<Line>

export type LineEvents = {
  heard(text: string): void
  /** The line broke. */
  lost(): void
  /** It is open again after a loss, or for the first time after a start without it. */
  back(): void
}

const HEARTBEAT_MS = 5000
const WAIT_MS_FIRST = 250
const WAIT_MS_MAX = 5000

/** A line that is dialled again, with growing waits, whenever it is lost. */
export class KeptLine {
  readonly name: string
  /** The longest text that it takes, in bytes. */
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
    // A connection that breaks while it is dialled is known here before it is a line.
    const dialled: { line: Line | null; isBroken: boolean } = { line: null, isBroken: false }
    const line = await this.#dial(
      (text) => this.#events.heard(text),
      (err) => {
        dialled.isBroken = true
        if (dialled.line !== null) this.#drop(dialled.line, err)
      },
    )
    dialled.line = line
    if (dialled.isBroken || this.#isClosed) {
      await line.close()
      throw new Error('the connection broke at once')
    }
    this.#line = line
    this.#tries = 0
    this.#heartbeat = setInterval(() => {
      line.prove().catch((err: unknown) => this.#drop(line, err))
    }, HEARTBEAT_MS)
  }

  /** Opens the line, or goes on trying behind the scenes. */
  async openSoon(): Promise<void> {
    try {
      await this.open()
    } catch (err) {
      this.#log.error({ err }, `${this.name} cannot be reached: hints go another way`)
      this.#tryLater()
    }
  }

  /** Rejects where it is not known whether the text was taken; the line is then dialled anew. */
  async send(text: string): Promise<void> {
    const line = this.#line
    if (line === null) throw new Error(`${this.name} is away`)
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
    this.#log.warn({ err }, `${this.name} was lost; hints may have been, too`)
    this.#line = null
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    void line.close()
    this.#events.lost()
    this.#tryLater()
  }

  #tryLater(): void {
    const most = Math.min(WAIT_MS_MAX, WAIT_MS_FIRST * 2 ** this.#tries)
    this.#tries += 1
    // Half of it by chance: processes that lost the same server do not come back in step.
    const waitMs = most / 2 + (Math.random() * most) / 2
    this.#pause = setTimeout(() => void this.#tryNow(), waitMs)
  }

  async #tryNow(): Promise<void> {
    try {
      await this.open()
    } catch (err) {
      if (this.#isClosed) return
      this.#log.warn({ err }, `${this.name} cannot be reached yet`)
      return this.#tryLater()
    }
    this.#log.info(`${this.name} is back`)
    this.#events.back()
  }
}
