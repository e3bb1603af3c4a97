import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import * as documents from '#contract/lots/lot-documents.ts'
import * as questions from '#contract/lots/questions.ts'
import * as shipping from '#contract/lots/shipping.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { readDocument, unlikeDocument, type ApiDocument } from './api-document.ts'
import { callEndpoint, nameOf, type Input } from './requests.ts'

/** A lot's page, except for bidding, through the contract. */

let server: TestServer
let document: ApiDocument
let ada: CastMember
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  document = await readDocument(server.url)
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => server.close())

/** Calls an endpoint and validates the answer against the document. `expected`: the status, or the code of a 409. Returns the JSON. */
async function send(endpoint: Endpoint, expected: number | string, token?: string, input: Input = {}) {
  const answer = await callEndpoint(server.url, endpoint, input, token)
  const json = (answer.json ?? {}) as { code?: string; [field: string]: unknown }
  expect(unlikeDocument(document, endpoint, answer)).toEqual([])
  const said = answer.status === 409 ? json.code : answer.status
  expect(said, `${nameOf(endpoint)}: ${answer.text}`).toBe(expected)
  return json
}

test('answers match the API document for people who ask about a lot, and for staff who answer', async () => {
  const { lotId } = await castLot(server.app)
  const params = { lotId }
  const body = { questionId: randomUUID(), text: 'Is the spare wheel there?' }
  await send(questions.askQuestion, 201, ada.token, { params, body })
  const boris = await castPerson(server.app.pool, { name: 'Boris' })
  await send(questions.askQuestion, 'question-id-taken', boris.token, { params, body })
  await send(questions.listQuestions, 200, ada.token, { params })
  const found = await send(questions.listAllQuestions, 200, olga.token, { query: { state: 'waiting', sort: 'lot' } })
  expect(found['items']).toHaveLength(1)
  await send(questions.listAllQuestions.csv!, 200, olga.token, { query: { q: 'wheel' } })
  const one = { params: { questionId: body.questionId } }
  const answer = (version: number, text: string) => ({ ...one, body: { version, text } })
  const hide = (version: number, hidden: boolean) => ({ ...one, body: { version, hidden, reason: 'A test' } })
  await send(questions.answerQuestion, 200, olga.token, answer(1, 'It is.'))
  await send(questions.answerQuestion, 'question-changed', olga.token, answer(1, 'It is not.'))
  await send(questions.hideQuestion, 'question-changed', olga.token, hide(1, true))
  await send(questions.hideQuestion, 200, olga.token, hide(2, true))
  await send(questions.answerQuestion, 'question-hidden', olga.token, answer(3, 'It is not.'))
  await server.app.pool.query('update lot set closed_at = now() where id = $1', [lotId])
  const late = { params, body: { ...body, questionId: randomUUID() } }
  await send(questions.askQuestion, 'lot-ended', ada.token, late)
})

test('answers match the API document for staff who add documents to a vehicle, and for their readers', async () => {
  const { lotId } = await castLot(server.app)
  const { pool } = server.app
  const { rows } = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
  const params = { vehicleId: rows[0]!.vehicle_id }
  const form = (content: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.set('document', new Blob([content]), 'title.pdf')
    return { params, query: { kind: 'title' }, body }
  }
  const pdf = (end: number) => new Uint8Array(Buffer.from(`%PDF-1.4\n%%EOF\n${end}`))
  await send(documents.sendLotDocument, 'not-a-document', olga.token, form(new Uint8Array(100)))
  await send(documents.sendLotDocument, 'file-too-large', olga.token, form(new Uint8Array(11 * 1024 * 1024)))
  const sent = await send(documents.sendLotDocument, 201, olga.token, form(pdf(0)))
  for (let more = 1; more < documents.LOT_DOCUMENTS_MAX; more += 1) {
    await send(documents.sendLotDocument, 201, olga.token, form(pdf(more)))
  }
  await send(documents.sendLotDocument, 'too-many-documents', olga.token, form(pdf(-1)))
  const documentId = String(sent['id'])
  await send(documents.listVehicleDocuments, 200, olga.token, { params })
  await send(documents.listLotDocuments, 200, ada.token, { params: { lotId } })
  await send(documents.linkVehicleDocument, 200, olga.token, { params: { documentId } })
  const link = await send(documents.linkLotDocument, 200, ada.token, { params: { lotId, documentId } })
  const query = Object.fromEntries(new URL(String(link['url']), server.url).searchParams)
  await send(documents.openLotDocument, 200, undefined, { params: { documentId }, query })
  await send(documents.openLotDocument, 404, undefined, { params: { documentId: randomUUID() }, query })
  await send(documents.deleteLotDocument, 204, olga.token, { params: { documentId }, body: { reason: 'A test' } })
  await send(documents.deleteLotDocument, 404, olga.token, { params: { documentId }, body: { reason: 'A test' } })
})

test('answers match the API document for transport estimates, and for staff who edit their table', async () => {
  await send(shipping.readShipping, 200, ada.token)
  const { table, version } = await send(shipping.readShippingSettings, 200, olga.token)
  const change = (seen: unknown) => ({ body: { version: seen, table, reason: 'A test' } })
  await send(shipping.changeShipping, 'settings-changed', olga.token, change('another'))
  await send(shipping.changeShipping, 200, olga.token, change(version))
})
