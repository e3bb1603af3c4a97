import net from 'node:net'

/** As the server under test writes it. */
const LENGTH = 'content-length: '
/** What all connections are read into: each piece is used before the next one is read. */
const PIECE = Buffer.allocUnsafe(65_536)

export type Answer = { status: number; body: string; ms: number }

/**
 * One keep-alive HTTP/1.1 connection that sends a request and waits for its answer. Written straight to the socket and read past its
 * stream: the client must cost little, because it shares the machine with what it measures. Requests are ASCII.
 */
export class HttpClient {
  #socket: net.Socket
  #head: string
  #buffer = ''
  #sentAt = 0
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null

  private constructor(socket: net.Socket, host: string, headers: Record<string, string>) {
    this.#socket = socket
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#head = `host: ${host}\r\ncontent-type: application/json\r\n${lines.join('')}`
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static connect(port: number, headers: Record<string, string>): Promise<HttpClient> {
    return new Promise((resolve, reject) => {
      let read: (piece: string) => void = () => undefined
      const socket = net.connect({
        port,
        host: '127.0.0.1',
        noDelay: true,
        // Past the stream, which would make a buffer of each piece.
        onread: {
          buffer: PIECE,
          callback(length) {
            read(PIECE.toString('latin1', 0, length))
            return true
          },
        },
      })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        const client = new HttpClient(socket, `127.0.0.1:${port}`, headers)
        read = (piece) => client.#read(piece)
        resolve(client)
      })
    })
  }

  /** One connection for each token. */
  static connectAll(port: number, tokens: readonly string[]): Promise<HttpClient[]> {
    return Promise.all(tokens.map((token) => HttpClient.connect(port, { authorization: `Bearer ${token}` })))
  }

  /** Resolves with the answer; rejects when the connection breaks. One request at a time. */
  post(path: string, body: string): Promise<Answer> {
    this.#sentAt = performance.now()
    this.#socket.write(`POST ${path} HTTP/1.1\r\n${this.#head}content-length: ${body.length}\r\n\r\n${body}`, 'latin1')
    return new Promise((resolve, reject) => (this.#waiting = { resolve, reject }))
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: string): void {
    this.#buffer = this.#buffer === '' ? chunk : this.#buffer + chunk
    const headEnd = this.#buffer.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const bodyAt = headEnd + 4
    const lengthAt = this.#buffer.indexOf(LENGTH) + LENGTH.length
    const end = bodyAt + (lengthAt < LENGTH.length ? 0 : Number.parseInt(this.#buffer.slice(lengthAt, headEnd), 10))
    if (this.#buffer.length < end) return
    const status = Number(this.#buffer.slice(9, 12))
    const body = this.#buffer.slice(bodyAt, end)
    this.#buffer = this.#buffer.slice(end)
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve({ status, body, ms: performance.now() - this.#sentAt })
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.reject(error)
  }
}
