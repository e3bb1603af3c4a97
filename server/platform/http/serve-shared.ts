import type { FastifyInstance } from 'fastify'
import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { replyChecker } from './check-contract.ts'
import { serve } from './serve.ts'

/** An endpoint whose answer may be the same for everyone: it is a read, and support sessions may call it too. */
export type SharedEndpoint = Endpoint & { method: 'GET'; support?: 'allowed'; etag: true }

/** The parts of a request that a shared answer may depend on. They do not include or identify a person. */
type SharedCall<E extends Endpoint> = { params: ParamsOf<E>; query: QueryOf<E> }

type Shared<E extends Endpoint> = {
  /** Throws a `Problem` when there is nothing to show. */
  read(call: SharedCall<E>): Promise<ReplyOf<E>>
  /** The bus topics that make the answer stale. */
  topic(call: SharedCall<E>): string | readonly string[]
  /** See `SharedSource`. */
  versionOf?(value: ReplyOf<E>): number
}

/**
 * Registers an endpoint whose answer is the same for everyone at an access level. It is rendered once per change and sent as bytes, with
 * an ETag and compressed; the access level is checked on every request. `read` receives no person, so that no personal data can become
 * part of the answer.
 */
export function serveShared<const E extends SharedEndpoint>(
  http: FastifyInstance,
  endpoint: E,
  shared: Shared<E>,
): void {
  const check = process.env['NODE_ENV'] === 'test' ? replyChecker(endpoint) : null
  serve(http, endpoint, ({ params, query, request }) => {
    const call = { params, query }
    const { versionOf } = shared
    return http.shared.keep<ReplyOf<E>>(request.url, {
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
