import { EMPTY_POST } from '../empty-post.ts'
import { HttpClient } from './http-client.ts'
import type { Target } from './target.ts'

/** The yardstick for everything that goes through the server: POSTs that do nothing, from the same people over as many connections. */
export async function openEmptyPosts(port: number, tokens: readonly string[]): Promise<Target> {
  const clients = await HttpClient.connectAll(port, tokens)
  return {
    connections: clients.length,
    async send(connection) {
      const { status } = await clients[connection]!.post(EMPTY_POST.path, EMPTY_POST.body)
      if (status !== EMPTY_POST.status) throw new Error(`void: an empty POST was answered ${status}`)
    },
    close() {
      for (const client of clients) client.close()
    },
  }
}
