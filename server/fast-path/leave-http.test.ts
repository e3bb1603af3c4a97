import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { leaveHttp } from './leave-http.ts'

const closings: (() => void)[] = []

afterEach(() => {
  for (const close of closings.splice(0)) close()
})

type Left = { socket: Socket; left: boolean; request: WeakRef<object>; response: WeakRef<object> }

/** A client's connection whose request was answered with a head, and the server's side of it. */
async function connect(request: string): Promise<{ client: Socket; server: http.Server; left: Left }> {
  let resolveLeft: (left: Left) => void
  const leftStream = new Promise<Left>((resolve) => (resolveLeft = resolve))
  const server = http.createServer((asked, response) => {
    const { socket } = asked
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const parts = { socket, request: new WeakRef(asked), response: new WeakRef(response) }
    void leaveHttp(response).then((left) => resolveLeft({ ...parts, left }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write(request)
  closings.push(() => {
    client.destroy()
    server.closeAllConnections()
    server.close()
  })
  return { client, server, left: await leftStream }
}

const GET = 'GET / HTTP/1.1\r\nhost: paddock\r\n\r\n'

function textOf(client: Socket): () => string {
  let text = ''
  client.setEncoding('utf8').on('data', (piece: string) => (text += piece))
  return () => text
}

test('request, response and parser of a stream are freed while its connection stays open', async () => {
  const { client, left } = await connect(GET)
  expect(left.left).toBe(true)
  const text = textOf(client)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  await expect
    .poll(() => {
      collect()
      return [left.request.deref(), left.response.deref()]
    })
    .toEqual([undefined, undefined])
  expect(left.socket).toMatchObject({ parser: null, destroyed: false })
  left.socket.write('data: later\n\n')
  await expect.poll(text).toMatch(/^HTTP\/1.1 200 OK\r\n\r\ndata: later\n\n$/)
})

test('what a client sends after its request is discarded without a reply', async () => {
  const { client, left } = await connect(GET)
  const text = textOf(client)
  client.write(GET.repeat(3))
  await expect.poll(() => left.socket.bytesRead).toBe(4 * GET.length)
  left.socket.write('data: later\n\n')
  await expect.poll(text).toMatch(/later/)
  expect(text().match(/HTTP/g)).toHaveLength(1)
})

test('a client that closes, half-closes or aborts closes the stream', async () => {
  for (const go of ['destroy', 'end', 'resetAndDestroy'] as const) {
    const { client, left } = await connect(GET)
    const closed = new Promise((resolve) => left.socket.once('close', resolve))
    client[go]()
    await closed
  }
})

test('a request whose body is still arriving stays with HTTP', async () => {
  const { left } = await connect('GET / HTTP/1.1\r\nhost: paddock\r\ncontent-length: 5\r\n\r\n12')
  expect(left.left).toBe(false)
  expect(left.socket.destroyed).toBe(false)
})
