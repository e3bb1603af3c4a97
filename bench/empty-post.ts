import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import type { Feature } from '#server/platform/feature.ts'
import { serve } from '#server/platform/http/serve.ts'

/** A bid with nothing to do: the same path into the server, with the same check of who sends it and whether they may bid. */
const emptyPost = endpoint({
  method: 'POST',
  path: '/bench/empty',
  access: 'complete',
  summary: 'Nothing, for a bidder',
  body: z.object({}),
  reply: null,
})

export const EMPTY_POST = { path: emptyPost.path, body: '{}', status: 204 }

/** Set up by the benchmark server only; the real server doesn't have it. */
export const emptyPostFeature: Feature = {
  name: 'empty-post',
  setUp(http) {
    // Skipped here because bids skip it, too.
    serve(http, emptyPost, () => null, { enqueues: false })
  },
}
