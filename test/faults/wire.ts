import net from 'node:net'

export type Answer = { status: number; head: string; body: string }

/** Why a request has no answer: a timeout, or the connection broke or was never made. */
export class NoAnswer extends Error {
  readonly isSilence: boolean

  constructor(message: string, isSilence: boolean) {
    super(message)
    this.isSilence = isSilence
  }
}

/**
 * Keep-alive HTTP connections to one address, as a load balancer keeps them: as many as there are concurrent requests. Written
 * directly to the socket, because the clients share the machine with what they test.
 */
export class Wires {
  #port: number
  #idle: Wire[] = []
  #all = new Set<Wire>()

  constructor(port: number) {
    this.#port = port
  }

  /** Rejects with {@link NoAnswer}. */
  async ask(request: string, withinMs: number): Promise<Answer> {
    const wire = this.#idle.pop() ?? this.#connect()
    const answer = await wire.ask(request, withinMs)
    if (wire.isOpen) this.#idle.push(wire)
    return answer
  }

  close(): void {
    for (const wire of this.#all) wire.cut()
  }

  #connect(): Wire {
    const wire = new Wire(this.#port, () => {
      this.#all.delete(wire)
      this.#idle = this.#idle.filter((one) => one !== wire)
    })
    this.#all.add(wire)
    return wire
  }
}

export class Wire {
  readonly #socket: net.Socket
  #buffer = ''
  #settle: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null

  constructor(port: number, closed: () => void = () => undefined) {
    this.#socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (piece: string) => this.#read(piece))
    this.#socket.on('error', (error) => this.#fail(new NoAnswer(error.message, false)))
    this.#socket.on('close', () => {
      this.#fail(new NoAnswer('the connection was closed', false))
      closed()
    })
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable
  }

  /** One request at a time. */
  ask(request: string, withinMs: number): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const late = setTimeout(() => {
        this.#fail(new NoAnswer(`nothing came in ${withinMs} ms`, true))
        this.cut()
      }, withinMs)
      this.#settle = {
        resolve(answer) {
          clearTimeout(late)
          resolve(answer)
        },
        reject(error) {
          clearTimeout(late)
          reject(error)
        },
      }
      if (this.#socket.destroyed) this.#fail(new NoAnswer('the connection was closed', false))
      else this.#socket.write(request)
    })
  }

  cut(): void {
    this.#socket.destroy()
  }

  #read(piece: string): void {
    this.#buffer += piece
    const headEnd = this.#buffer.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const head = this.#buffer.slice(0, headEnd).toLowerCase()
    const length = Number(/\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0)
    const end = headEnd + 4 + length
    if (this.#buffer.length < end) return
    const body = this.#buffer.slice(headEnd + 4, end)
    this.#buffer = this.#buffer.slice(end)
    if (head.includes('\nconnection: close')) this.#socket.end()
    const settle = this.#settle
    this.#settle = null
    settle?.resolve({ status: Number(head.slice(9, 12)), head, body })
  }

  #fail(error: NoAnswer): void {
    const settle = this.#settle
    this.#settle = null
    settle?.reject(error)
  }
}

/** A request as bytes; `json` is sent as the body. */
export function requestText(method: string, at: string, token: string | null, json?: object): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const lines = [
    `${method} ${at} HTTP/1.1`,
    'host: paddock.example',
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    ...(json === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
