import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer as a planted server gives it: a body and the tag it claims. */
export type Claimed = { text: string; tag: string }

/** Serves what `answer` returns, even if wrong; `turn` counts the requests. */
export async function serveClaims(
  answer: (at: string, turn: number) => Claimed,
): Promise<{ port: number; close(): Promise<void> }> {
  let turn = 0
  const server = http.createServer(({ url = '' }, response) => {
    const { text, tag } = answer(url, (turn += 1))
    response.writeHead(200, ['etag', tag, 'content-length', String(Buffer.byteLength(text))]).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
