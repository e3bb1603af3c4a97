import type { FastifyInstance } from 'fastify'
import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { replyChecker, serve } from './serve.ts'

/** An endpoint whose answer may be the same for everybody: it is read, and support's sessions read it too. */
export type SharedEndpoint = Endpoint & { method: 'GET'; support?: 'allowed' }

/** What of a request an answer for everybody may depend on. There is no person among it, and no way to one. */
export type SharedCall<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E> }

type Shared<E extends Endpoint> = {
  /** Throws a `Problem` where there is nothing. */
  read(call: SharedCall<E>): Promise<ReplyOf<E>>
  /** Of the news that make it stale; several where any of them does. */
  topic(call: SharedCall<E>): string | readonly string[]
  /** See `SharedSource`. */
  versionOf?(value: ReplyOf<E>): number
}

/**
 * Registers an endpoint whose answer is the same for everybody on its rung. It is rendered once per change and sent as bytes, with a tag
 * and packed; the rung is asked each time. `read` knows nobody, so that what is one person's own cannot become part of it.
 */
export function serveShared<const E extends SharedEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  shared: Shared<E>,
): void {
  const check = process.env['NODE_ENV'] === 'test' ? replyChecker(endpoint) : null
  serve(app, endpoint, ({ params, query, request }) => {
    const call = { params, query }
    const { versionOf } = shared
    return app.shared.keep<ReplyOf<E>>(request.url, {
      access: endpoint.access,
      mediaType: 'application/json; charset=utf-8',
      topics: [shared.topic(call)].flat(),
      read: () => shared.read(call),
      render(value) {
        check?.(value)
        return JSON.stringify(value)
      },
      ...(versionOf === undefined ? {} : { versionOf }),
    })
  })
}
