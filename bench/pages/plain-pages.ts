import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const HELLO = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Hello</title><meta name="description" content="A page that says hello."></head><body><main><h1>Hello, world</h1></main></body></html>`
/** A picture without words, a field without a label, no language, no title, no description, and a script that is too large. */
const BAD = `<!doctype html><html><head><meta charset="utf-8"><script src="/huge.js"></script></head><body><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><input type="text"><a href="#"></a></body></html>`
const HUGE_BYTES = 600_000

/** The yardstick at `/hello`, and at `/bad` the planted page that must be rejected. */
export async function servePlainPages(): Promise<{ url: string; close(): Promise<void> }> {
  const huge = `const words = '${'x'.repeat(HUGE_BYTES)}'; const until = performance.now() + 400; while (performance.now() < until);`
  const server = createServer((request, response) => {
    const answer = { '/hello': HELLO, '/bad': BAD, '/huge.js': huge }[request.url ?? '']
    if (answer === undefined) return response.writeHead(404).end()
    const type = request.url === '/huge.js' ? 'text/javascript' : 'text/html; charset=utf-8'
    return response.writeHead(200, { 'content-type': type }).end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
