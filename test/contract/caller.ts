import { expect } from 'vitest'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { readDocument, unlikeDocument } from './api-document.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'

/** Calls an endpoint and validates the answer against the API document. `expected`: the status, or the code of a 409. Returns the JSON. */
export type Call = (
  endpoint: Endpoint,
  expected: number | string,
  token?: string,
  input?: Input,
) => Promise<{ code?: string; [field: string]: unknown }>

/** A server with two bidders and its owner, whose every answer is validated against the API document. */
export async function openCaller(): Promise<{
  server: TestServer
  send: Call
  ada: CastMember
  boris: CastMember
  olga: CastMember
}> {
  const server = await openTestServer()
  const document = await readDocument(server.url)
  const { pool } = server.app
  const [ada, boris, olga] = [
    await castPerson(pool, { name: 'Ada' }),
    await castPerson(pool, { name: 'Boris' }),
    await castPerson(pool, { name: 'Olga', role: 'owner' }),
  ]
  const send: Call = async (endpoint, expected, token, input = {}) => {
    const answer = await callEndpoint(server.url, endpoint, input, token)
    const json = (answer.json ?? {}) as { code?: string; [field: string]: unknown }
    expect(unlikeDocument(document, endpoint, answer)).toEqual([])
    const said = answer.status === 409 ? json.code : answer.status
    expect(said, `${nameOf(endpoint)}: ${answer.text}`).toBe(expected)
    return json
  }
  return { server, send, ada, boris, olga }
}
