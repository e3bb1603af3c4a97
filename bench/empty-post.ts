import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Room } from '#server/platform/room.ts'
import { serve } from '#server/platform/http/serve.ts'

/** What a bid would be if there were nothing to do: the same way in, the same question who it is and whether he may bid. */
const emptyPost = endpoint({
  method: 'POST',
  path: '/bench/empty',
  access: 'complete',
  summary: 'Nothing, for a bidder',
  body: z.object({}),
  reply: null,
})

export const EMPTY_POST = { path: emptyPost.path, body: '{}', status: 204 }

/** Set up by the benchmarks' own server alone; no server of the house knows it. */
export const emptyPostRoom: Room = {
  name: 'empty-post',
  setUp(app) {
    // Spared what a bid is spared as well.
    serve(app, emptyPost, () => null, { tellsLater: false })
  },
}
