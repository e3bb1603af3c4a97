import net from 'node:net'

/**
 * `shut`: every connection breaks, and new ones are refused. `silent`: what is sent is discarded and nothing is answered; the
 * connections of that time break when the mode ends. `held`: nothing passes until the gate opens again, then everything passes in
 * order. `lost`: like `silent`, but neither side is ever notified, as when a router forgets its connections.
 */
type GateMode = 'open' | 'shut' | 'silent' | 'held' | 'lost'

export type Gate = {
  /** The database's address by way of the gate. */
  readonly url: string
  readonly port: number
  leadTo(url: string): void
  set(mode: GateMode): void
  /** Delays everything by this much, in either direction. */
  delay(ms: number): void
  /**
   * `decide` is called when the given word of the database is about to pass on a connection of the given application: `begun`, a
   * transaction is open; `committed`, one is committed. The word is then withheld, and the connection breaks or is forgotten. Null:
   * removes the callback.
   */
  at(word: Word, application: string, decide: (() => Fate) | null): void
  close(): void
}

type Word = keyof typeof WORDS
type Fate = 'passes' | 'cut' | 'forgotten'

/** An address that stays while the database behind it fails, or returns on another port. When one side breaks, so does the other. */
export async function openGate(): Promise<Gate> {
  let target = new URL('postgres://nowhere')
  let mode: GateMode = 'open'
  let delayMs = 0
  let watched: { word: Word; application: string; decide: () => Fate } | null = null
  const links = new Set<Link>()
  const rules: Rules = {
    mode: () => mode,
    delayMs: () => delayMs,
    fateOf(application, bytes) {
      const isIt = watched !== null && watched.application === application && bytes.includes(WORDS[watched.word])
      return isIt ? watched!.decide() : 'passes'
    },
  }
  const listener = net.createServer((client) => {
    client.on('error', () => client.destroy())
    if (mode === 'shut') {
      client.destroy()
      return
    }
    const link = new Link(client, net.connect(Number(target.port), target.hostname), rules, () => links.delete(link))
    links.add(link)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as net.AddressInfo
  const cut = () => {
    for (const link of links) link.cut()
  }
  return {
    port,
    get url() {
      return Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href
    },
    leadTo(url) {
      target = new URL(url)
    },
    set(next) {
      // Discarded bytes are lost, and a connection that continued without them would break the protocol.
      if (next === 'shut' || mode === 'silent') cut()
      if (next === 'lost') for (const link of links) link.forget()
      mode = next
      for (const link of links) link.flush()
    },
    delay(ms) {
      delayMs = ms
    },
    at(word, application, decide) {
      watched = decide === null ? null : { word, application, decide }
    },
    close() {
      listener.close()
      cut()
    },
  }
}

type Rules = { mode(): GateMode; delayMs(): number; fateOf(application: string, bytes: Buffer): Fate }

/** As PostgreSQL says it: ready, in a transaction; and the end of a COMMIT that came true. */
const WORDS = {
  begun: Buffer.from('Z\0\0\0\x05T', 'latin1'),
  committed: Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1'),
}
const APPLICATION = /application_name\0([^\0]*)\0/

/** A client's connection and the one behind it. */
class Link {
  #client: net.Socket
  #database: net.Socket
  #rules: Rules
  #application: string | null = null
  #isForgotten = false
  /** Bytes that wait for the gate to open, or for its delay. */
  #waiting: { to: net.Socket; bytes: Buffer; dueAt: number }[] = []

  constructor(client: net.Socket, database: net.Socket, rules: Rules, ended: () => void) {
    this.#client = client
    this.#database = database
    this.#rules = rules
    for (const socket of [client, database]) {
      const other = socket === client ? database : client
      socket.setNoDelay(true)
      socket.on('error', () => this.#gone(other))
      socket.on('data', (bytes: Buffer) => this.#pass(other, bytes))
      socket.on('close', () => {
        this.#gone(other)
        if (client.destroyed && database.destroyed) ended()
      })
    }
  }

  /** From now on both directions are discarded, and neither side learns that the other is gone. */
  forget(): void {
    this.#isForgotten = true
    this.#waiting = []
  }

  cut(): void {
    this.#client.destroy()
    this.#database.destroy()
  }

  flush(): void {
    if (this.#rules.mode() === 'held') return
    const now = performance.now()
    while (this.#waiting.length > 0 && this.#waiting[0]!.dueAt <= now) {
      const { to, bytes } = this.#waiting.shift()!
      this.#write(to, bytes)
    }
  }

  #gone(other: net.Socket): void {
    if (!this.#isForgotten) other.destroy()
  }

  #pass(to: net.Socket, bytes: Buffer): void {
    const mode = this.#rules.mode()
    if (this.#isForgotten || mode === 'silent') return
    if (mode === 'lost') return this.forget()
    this.#application ??= APPLICATION.exec(bytes.toString('latin1'))?.[1] ?? null
    const delayMs = this.#rules.delayMs()
    if (mode !== 'held' && delayMs === 0 && this.#waiting.length === 0) return this.#write(to, bytes)
    this.#waiting.push({ to, bytes, dueAt: performance.now() + delayMs })
    if (mode !== 'held') setTimeout(() => this.flush(), delayMs + 1)
  }

  #write(to: net.Socket, bytes: Buffer): void {
    const isAnswer = to === this.#client && this.#application !== null
    const fate = isAnswer ? this.#rules.fateOf(this.#application!, bytes) : 'passes'
    if (fate === 'cut') return this.cut()
    if (fate === 'forgotten') return this.forget()
    if (!to.destroyed) to.write(bytes)
  }
}
