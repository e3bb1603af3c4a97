import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { openApp } from './app.ts'
import type { Feature } from './platform/feature.ts'
import { serve } from './platform/http/serve.ts'

let parts: TestServer

beforeAll(async () => {
  parts = await openTestServer()
})

afterAll(() => parts.close())

test('an unknown endpoint is a JSON 404, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const { status, body } = await parts.call(method, '/api/no-such-thing')
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not-found', requestId: expect.any(String) })
  }
})

test('the API describes itself', async () => {
  const { status, body } = await parts.call('GET', '/api/openapi.json')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/lots/{lotId}/bids': { post: { 'x-access': 'complete' } } },
  })
})

test('a server that shuts down answers what it started, and accepts nothing new', async () => {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const order: string[] = []
  const slow = endpoint({
    method: 'GET',
    path: '/api/slow',
    access: 'visitor',
    summary: 'Slow',
    reply: z.object({ isDone: z.boolean() }),
  })
  const feature: Feature = {
    name: 'slow',
    setUp(http) {
      serve(http, slow, async () => {
        begun.resolve()
        await release.promise
        order.push('answered')
        return { isDone: true }
      })
      return { stop: () => Promise.resolve(void order.push('room ended')) }
    },
  }
  const own = await openTestServer({ listen: false })
  const running = await openApp(own.app, null, [feature])
  const url = `http://127.0.0.1:${await running.listen(0, '127.0.0.1')}/api/slow`
  const answer = fetch(url)
  await begun.promise
  const stopped = running.stop()
  await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), { timeout: 5000 })
  release.resolve()
  expect(await (await answer).json()).toEqual({ isDone: true })
  await stopped
  expect(order).toEqual(['answered', 'room ended'])
})
