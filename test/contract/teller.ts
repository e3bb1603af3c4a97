import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { readDocument, unlikeDocument } from './api-document.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'

/** Calls and holds the answer against the API document. `expected`: the status, or the code of a 409. Answers the JSON. */
export type Tell = (
  endpoint: Endpoint,
  expected: number | string,
  token?: string,
  input?: Input,
) => Promise<{ code?: string; [field: string]: unknown }>

/** A house with two bidders and its owner, and what holds every answer against the document. */
export async function openTeller(): Promise<{
  house: TestHouse
  tell: Tell
  ada: CastMember
  boris: CastMember
  olga: CastMember
}> {
  const house = await openHouse()
  const document = await readDocument(house.url)
  const { pool } = house.house
  const [ada, boris, olga] = [
    await castPerson(pool, { name: 'Ada' }),
    await castPerson(pool, { name: 'Boris' }),
    await castPerson(pool, { name: 'Olga', role: 'owner' }),
  ]
  const tell: Tell = async (endpoint, expected, token, input = {}) => {
    const answer = await callEndpoint(house.url, endpoint, input, token)
    const json = (answer.json ?? {}) as { code?: string; [field: string]: unknown }
    expect(unlikeDocument(document, endpoint, answer)).toEqual([])
    const said = answer.status === 409 ? json.code : answer.status
    expect(said, `${nameOf(endpoint)}: ${answer.text}`).toBe(expected)
    return json
  }
  return { house, tell, ada, boris, olga }
}
