import { createHash } from 'node:crypto'
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerAsks } from './remote.ts'
import { memory } from './report-memory.ts'

/**
 * The yardstick of a watcher's cost: server-sent events as they are usually written. It keeps sessions in memory, answers with the
 * head and a first message, stores the response in a set, and sends heartbeats with one timer per connection.
 */
const sessions = new Map<string, { accountId: number }>()
const open = new Map<ServerResponse, { accountId: number }>()

const server = http.createServer((request, response) => {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const session = sessions.get(createHash('sha256').update(token).digest('base64'))
  if (session === undefined) {
    response.writeHead(401).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.write(`data: ${JSON.stringify({ type: 'hello', serverTime: Date.now() })}\n\n`)
  const heartbeat = setInterval(() => response.write(': heartbeat\n\n'), 20_000)
  open.set(response, session)
  request.on('close', () => {
    clearInterval(heartbeat)
    open.delete(response)
  })
})

answerAsks({
  memory,
  /** Returns the port. The tokens are those of the people who may watch. */
  serve: (tokens: string[]) =>
    new Promise<number>((resolve) => {
      tokens.forEach((token, accountId) =>
        sessions.set(createHash('sha256').update(token).digest('base64'), { accountId }),
      )
      server.listen({ port: 0, host: '0.0.0.0', backlog: 4096 }, () => resolve((server.address() as AddressInfo).port))
    }),
})
