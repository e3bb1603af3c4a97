import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { ProblemBody } from '#contract/platform/problem.ts'
import { castPerson } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { documentPath, readDocument, unlikeDocument, type ApiDocument, type Operation } from './api-document.ts'
import { resolve } from './json-schema.ts'
import { addressOf, callEndpoint, nameOf, send, type Input } from './requests.ts'
import { sampleOf, type Known } from './samples.ts'

let server: TestServer
let document: ApiDocument
let known: Known

beforeAll(async () => {
  server = await openTestServer()
  document = await readDocument(server.url)
  const subject = await castPerson(server.app.pool, { name: 'Elif' })
  const lot = await castLot(server.app)
  known = {
    lotId: lot.lotId,
    lotNumber: lot.lotNumber,
    auctionId: lot.auctionId,
    accountId: subject.id,
    amount: 10_000,
  }
})

afterAll(() => server.close())

/** Tokens of people on very different access levels, whose sessions nothing else ends; undefined is a visitor. */
async function askers(): Promise<(string | undefined)[]> {
  const { pool } = server.app
  const cast = await Promise.all([
    castPerson(pool, { name: 'Dana', hasPaid: false, verification: 'pending' }),
    castPerson(pool, { name: 'Boris', status: 'suspended' }),
    castPerson(pool, { name: 'Ada' }),
    castPerson(pool, { name: 'Olga', role: 'owner' }),
  ])
  return [undefined, ...cast.map(({ token }) => token)]
}

const NAMED = ENDPOINTS.map((endpoint) => [nameOf(endpoint), endpoint] as const)

function operations(): [name: string, operation: Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  )
}

/** Routes as the server lists them, `GET /api/lots/:lotId`; wildcards answer for missing ones. */
function servedRoutes(): string[] {
  const folders: string[] = []
  return server.running.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? []
      if (part === undefined) return []
      folders.splice(indent.length / 4, Infinity, part)
      return (methods ?? '').split(', ').map((method) => `${method} ${folders.join('')}`)
    })
    .filter((route) => / \/api\//.test(route) && !/^(HEAD|OPTIONS|TRACE) |\*$/.test(route))
}

describe('the document', () => {
  test('is valid OpenAPI 3.1 with every required part', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.stringMatching(/./), version: expect.stringMatching(/./) })
    for (const [name, { operationId, parameters = [], responses, requestBody, security = [] }] of operations()) {
      expect(name).toMatch(/^(get|post|put|patch|delete) \/api\//)
      expect(operationId, name).toMatch(/^[a-z][a-zA-Z0-9]+$/)
      for (const [status, { description, content = {} }] of Object.entries(responses)) {
        expect(status, name).toMatch(/^[2-5]\d\d$/)
        expect(description, `${name} ${status}`).toMatch(/\w/)
        for (const type of Object.keys(content)) expect(type, name).toMatch(/^[a-z]+\/[a-z+-]+$/)
      }
      expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toHaveLength(1)
      for (const parameter of parameters) expect(parameter.schema, `${name} ${parameter.name}`).toBeTypeOf('object')
      expect(Object.keys(requestBody?.content ?? { none: 1 }), name).toHaveLength(1)
      for (const way of security)
        for (const scheme of Object.keys(way)) expect(document.components.securitySchemes[scheme]?.type).toBe('http')
    }
    const ids = operations().map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('declares exactly one required parameter for every path variable', () => {
    for (const [name, { parameters = [] }] of operations()) {
      const variables = [...name.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable)
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map((parameter) => [parameter.name, parameter.required])).toEqual(
        variables.map((variable) => [variable, true]),
      )
      expect(parameters.every((each) => ['path', 'query'].includes(each.in) || each.name === 'If-None-Match')).toBe(
        true,
      )
    }
  })

  test('has no broken references', () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(resolve(reference!, document)).toBeTypeOf('object')
    }
  })

  test('lists every route that is served, and no other', () => {
    const described = operations().map(([name]) => name.replace(/^\w+/, (method) => method.toUpperCase()))
    const served = servedRoutes().map(documentPath)
    expect(served.length).toBeGreaterThan(20)
    // The document does not describe itself.
    expect(served.filter((route) => route !== 'GET /api/openapi.json').toSorted()).toEqual(described.toSorted())
    expect(described.toSorted()).toEqual(ENDPOINTS.map((each) => documentPath(nameOf(each))).toSorted())
  })
})

describe('every answer, to anyone, has a status and a shape of the document:', () => {
  test.each(NAMED)('%s', async (_, endpoint) => {
    const spoiled = { params: sampleOf(endpoint, known).params, query: { limit: 'x', cursor: 'x', q: '\0' }, body: 12 }
    const inputs: Input[] = [spoiled, sampleOf(endpoint), sampleOf(endpoint, known), sampleOf(endpoint, known)]
    const seen = new Set<number>()
    const people = await askers()
    // An endpoint without authentication answers everyone alike, so two people are enough.
    for (const token of endpoint.access === 'visitor' ? [people.at(0), people.at(-1)] : people) {
      for (const input of inputs) {
        const answer = await callEndpoint(server.url, endpoint, input, token)
        expect(unlikeDocument(document, endpoint, answer)).toEqual([])
        expect(answer.status).not.toBe(500)
        seen.add(answer.status)
      }
    }
    expect(seen.has(401)).toBe(endpoint.access !== 'visitor' || endpoint.problems?.includes(401) === true)
    const readsBody = typeof endpoint.body === 'object'
    expect(readsBody && !seen.has(400)).toBe(false)
  })
})

describe('what is not there', () => {
  test.each([
    '/api/',
    '/api/nothing',
    '/api/lots/by-number/1/2',
    '/api/admin',
    '/api/lots/a/b/c/d',
    '/api/LOTS',
    '/api/openapi.json/x',
    '/api/%2e%2e/lots',
  ])('%s is a 404 in the one shape', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await send(server.url + path, { method })
      expect([method, answer.status, answer.type]).toEqual([method, 404, 'application/json; charset=utf-8'])
      expect(ProblemBody.parse(answer.json).code).toBe('not-found')
    }
  })

  test.each(NAMED)('methods that %s doesn’t have are refused in the standard shape', async (_, { path }) => {
    const own = ENDPOINTS.filter((each) => each.path === path).map(({ method }) => method as string)
    const address = server.url + addressOf({ path }, { params: known as NonNullable<Input['params']> })
    const owner = (await askers()).at(-1)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (own.includes(method)) continue
      const answer = await send(address, { method, token: owner })
      // A neighboring route's variable may match a literal, such as `by-number` as a lot's id.
      expect([400, 404, 405], `${method} ${answer.text}`).toContain(answer.status)
      expect(ProblemBody.safeParse(answer.json).success, answer.text).toBe(true)
    }
  })

  test('HEAD is GET without the body, and is refused where it would open a stream or log a view', async () => {
    const owner = (await askers()).at(-1)
    for (const endpoint of ENDPOINTS.filter(({ method }) => method === 'GET')) {
      const address = server.url + addressOf(endpoint, sampleOf(endpoint, known))
      const answer = await send(address, { method: 'HEAD', token: owner })
      const expected = endpoint.media === undefined ? (await send(address, { token: owner })).status : 405
      expect([nameOf(endpoint), answer.status, answer.text]).toEqual([nameOf(endpoint), expected, ''])
    }
  })
})
