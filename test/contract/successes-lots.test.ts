import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as documents from '#contract/lot-documents.ts'
import * as questions from '#contract/questions.ts'
import * as shipping from '#contract/shipping.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot } from '#test/inventory.ts'
import { readDocument, unlikeDocument, type ApiDocument } from './api-document.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'

/** What is on a lot’s page beside the bidding, told through the contract. */

let house: TestHouse
let document: ApiDocument
let ada: CastMember
let olga: CastMember

beforeAll(async () => {
  house = await openHouse()
  document = await readDocument(house.url)
  ada = await castPerson(house.house.pool, { name: 'Ada' })
  olga = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => house.close())

/** Calls and holds the answer against the document. `expected`: the status, or the code of a 409. Answers the JSON. */
async function tell(endpoint: Endpoint, expected: number | string, token?: string, input: Input = {}) {
  const answer = await callEndpoint(house.url, endpoint, input, token)
  const json = (answer.json ?? {}) as { code?: string; [field: string]: unknown }
  expect(unlikeDocument(document, endpoint, answer)).toEqual([])
  const said = answer.status === 409 ? json.code : answer.status
  expect(said, `${nameOf(endpoint)}: ${answer.text}`).toBe(expected)
  return json
}

test('the answers are what the document says to who asks about a lot, and to who answers', async () => {
  const { lotId } = await castLot(house.house)
  const params = { lotId }
  const body = { questionId: randomUUID(), text: 'Is the spare wheel there?' }
  await tell(questions.askQuestion, 201, ada.token, { params, body })
  const boris = await castPerson(house.house.pool, { name: 'Boris' })
  await tell(questions.askQuestion, 'question-id-taken', boris.token, { params, body })
  await tell(questions.listQuestions, 200, ada.token, { params })
  const found = await tell(questions.listAllQuestions, 200, olga.token, { query: { state: 'waiting', sort: 'lot' } })
  expect(found['items']).toHaveLength(1)
  await tell(questions.exportQuestions, 200, olga.token, { query: { q: 'wheel' } })
  const one = { params: { questionId: body.questionId } }
  const answer = (version: number, text: string) => ({ ...one, body: { version, text } })
  const hide = (version: number, hidden: boolean) => ({ ...one, body: { version, hidden, reason: 'A test' } })
  await tell(questions.answerQuestion, 200, olga.token, answer(1, 'It is.'))
  await tell(questions.answerQuestion, 'question-changed', olga.token, answer(1, 'It is not.'))
  await tell(questions.hideQuestion, 'question-changed', olga.token, hide(1, true))
  await tell(questions.hideQuestion, 200, olga.token, hide(2, true))
  await tell(questions.answerQuestion, 'question-hidden', olga.token, answer(3, 'It is not.'))
  await house.house.pool.query('update lot set closed_at = now() where id = $1', [lotId])
  const late = { params, body: { ...body, questionId: randomUUID() } }
  await tell(questions.askQuestion, 'lot-ended', ada.token, late)
})

test('the answers are what the document says to who adds documents to a vehicle, and to who reads them', async () => {
  const { lotId } = await castLot(house.house)
  const { pool } = house.house
  const { rows } = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
  const params = { vehicleId: rows[0]!.vehicle_id }
  const form = (content: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.set('document', new Blob([content]), 'title.pdf')
    return { params, query: { kind: 'title' }, body }
  }
  const pdf = (end: number) => new Uint8Array(Buffer.from(`%PDF-1.4\n%%EOF\n${end}`))
  await tell(documents.sendLotDocument, 'not-a-document', olga.token, form(new Uint8Array(100)))
  await tell(documents.sendLotDocument, 'file-too-large', olga.token, form(new Uint8Array(11 * 1024 * 1024)))
  const sent = await tell(documents.sendLotDocument, 201, olga.token, form(pdf(0)))
  for (let more = 1; more < documents.LOT_DOCUMENTS_MAX; more += 1) {
    await tell(documents.sendLotDocument, 201, olga.token, form(pdf(more)))
  }
  await tell(documents.sendLotDocument, 'too-many-documents', olga.token, form(pdf(-1)))
  const documentId = String(sent['id'])
  await tell(documents.listVehicleDocuments, 200, olga.token, { params })
  await tell(documents.listLotDocuments, 200, ada.token, { params: { lotId } })
  await tell(documents.linkVehicleDocument, 200, olga.token, { params: { documentId } })
  const link = await tell(documents.linkLotDocument, 200, ada.token, { params: { lotId, documentId } })
  const query = Object.fromEntries(new URL(String(link['url']), house.url).searchParams)
  await tell(documents.openLotDocument, 200, undefined, { params: { documentId }, query })
  await tell(documents.openLotDocument, 404, undefined, { params: { documentId: randomUUID() }, query })
  await tell(documents.deleteLotDocument, 204, olga.token, { params: { documentId }, body: { reason: 'A test' } })
  await tell(documents.deleteLotDocument, 404, olga.token, { params: { documentId }, body: { reason: 'A test' } })
})

test('the answers are what the document says to who estimates transport, and to who keeps its table', async () => {
  await tell(shipping.readShipping, 200, ada.token)
  const { table, version } = await tell(shipping.readShippingSettings, 200, olga.token)
  const change = (seen: unknown) => ({ body: { version: seen, table, reason: 'A test' } })
  await tell(shipping.changeShipping, 'settings-changed', olga.token, change('another'))
  await tell(shipping.changeShipping, 200, olga.token, change(version))
})
