import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#contract/all.ts'
import { API_NOTES } from './openapi-notes.ts'
import { openApiDocument } from './openapi.ts'

type Form = { properties: object; required: string[] }
type Operation = {
  operationId: string
  'x-access': string
  parameters: { name: string }[]
  responses: Record<string, unknown>
  security: object[]
}

const document = openApiDocument(ENDPOINTS) as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

test('every endpoint of the contract is described, each with its own id', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(operations).toHaveLength(ENDPOINTS.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ENDPOINTS.length)
})

test('each endpoint states the access level it needs, and how it answers lower ones', () => {
  for (const { operationId, 'x-access': access, responses, security } of operations) {
    const expected = access === 'visitor' ? [] : access === 'member' ? ['401'] : ['401', '403']
    expect(Object.keys(responses), operationId).toEqual(
      expect.arrayContaining(['400', '404', '429', '503', ...expected]),
    )
    expect(
      security.some((way) => 'bearer' in way),
      operationId,
    ).toBe(true)
  }
})

test('every reference is in the document', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(names)]))
  expect(text).not.toMatch(/"\$ref":"#\/(?!components)/)
})

test('an answer that can be read conditionally names its tag and 304, and a signed link says that it expires', () => {
  const read = (path: string) => document.paths[path]!['get']!
  for (const path of ['/api/lots/{lotId}/standing', '/api/auctions', '/api/lots/{lotId}/calendar.ics']) {
    const { parameters, responses } = read(path)
    expect(parameters.map(({ name }) => name)).toContain('If-None-Match')
    expect(responses['200']).toMatchObject({ headers: { ETag: {} } })
    expect(responses['304']).not.toHaveProperty('content')
  }
  expect(read('/api/user').responses).not.toHaveProperty('304')
  expect(read('/api/receipts/{paymentId}').responses).toHaveProperty('410')
})

test('every note for clients is about a field that its endpoint has', () => {
  for (const [{ path, query, body }, { fields }] of API_NOTES) {
    const own = [query, body].flatMap((schema) => (schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []))
    expect(own, path).toEqual(expect.arrayContaining(Object.keys(fields)))
  }
})

test('the feed names the schema of its messages', () => {
  const { responses } = document.paths['/api/feed']!['get']!
  expect(JSON.stringify(responses['200'])).toContain('FeedMessage')
  expect(document.components.schemas['FeedMessage']).toHaveProperty('oneOf')
})

test('a form is described as the server parses it', () => {
  const forms = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation) => {
      const { requestBody } = operation as { requestBody?: { content: Record<string, { schema: Form }> } }
      const schema = requestBody?.content['multipart/form-data']?.schema
      return schema === undefined ? [] : [[path, Object.keys(schema.properties), schema.required] as const]
    }),
  )
  const one = (file: string) => [[file], [file]] as const
  expect(Object.fromEntries(forms.map(([path, ...form]) => [path, form]))).toEqual({
    '/api/verification/documents': [
      ['kind', 'front', 'back'],
      ['kind', 'front'],
    ],
    '/api/admin/vehicles/{vehicleId}/photos': one('photo'),
    '/api/admin/vehicles/{vehicleId}/documents': one('document'),
    '/api/admin/vehicle-imports': one('file'),
    '/api/admin/bank-imports': one('file'),
    '/api/admin/brand-pictures': one('picture'),
    '/api/ticket-files': one('file'),
  })
})
