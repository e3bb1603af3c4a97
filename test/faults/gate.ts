import net from 'node:net'

export type Gate = {
  /** The database's address by way of the gate. */
  readonly url: string
  leadTo(url: string): void
  /** `shut`: every connection breaks, and a new one is refused. `silent`: what is sent is swallowed, and nothing comes back. */
  set(mode: 'open' | 'shut' | 'silent'): void
  close(): void
}

/** An address that stays while the database behind it goes, or comes back at another port. When one side breaks, so does the other. */
export async function openGate(): Promise<Gate> {
  let target = new URL('postgres://nowhere')
  let mode: 'open' | 'shut' | 'silent' = 'open'
  const held = new Set<net.Socket>()
  const listener = net.createServer((client) => {
    client.on('error', () => client.destroy())
    if (mode === 'shut') {
      client.destroy()
      return
    }
    const database = net.connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      held.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('data', (bytes) => void (mode === 'silent' || other.write(bytes)))
      socket.on('close', () => {
        held.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as net.AddressInfo
  const cut = () => {
    for (const socket of held) socket.destroy()
  }
  return {
    get url() {
      return Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href
    },
    leadTo(url) {
      target = new URL(url)
    },
    set(next) {
      // What was swallowed is lost: a connection that goes on after it would speak nonsense.
      if (next === 'shut' || mode === 'silent') cut()
      mode = next
    },
    close() {
      listener.close()
      cut()
    },
  }
}
