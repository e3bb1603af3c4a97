import * as z from 'zod/mini'
import { FeedMessage } from '#contract/bidding/feed.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ProblemBody } from '#contract/platform/problem.ts'
import { API_NOTES } from './openapi-notes.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the API, generated from the contract's endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vehicle auctions', version: '1', description: DESCRIPTION },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(ProblemBody, 'output'), FeedMessage: schemaOf(FeedMessage, 'output') },
    },
  }
}

const DESCRIPTION =
  'Vehicle auctions. Amounts are integers of minor units, instants are milliseconds since the epoch. ' +
  'Sign in with POST /api/login and send its token as a bearer credential. ' +
  'Each endpoint names the access level it needs in x-access: member is anyone signed in, paid has paid the membership fee, ' +
  'customer is verified, complete is paid, verified and active. ' +
  'Lists that have a next or a cursor in their answer continue with the query parameter cursor. ' +
  'Every error has the shape Problem. Only a 4xx and a 503 with the code busy rule out that a change was made.'

function operation(endpoint: Endpoint): Json {
  const { access, summary, path, body } = endpoint
  return {
    summary,
    operationId: operationId(endpoint),
    tags: [path.split('/').find((part) => part !== '' && part !== 'api' && part !== 'admin') ?? 'company'],
    'x-access': access,
    security: access === 'visitor' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query', API_NOTES.get(endpoint)?.fields),
      ...(endpoint.etag === true
        ? [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(endpoint, body) }),
    responses: responses(endpoint),
  }
}

function operationId({ method, path }: Endpoint): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^a-zA-Z0-9]+(\w)/g, (_, first: string) => first.toUpperCase())}`
}

function requestBody(endpoint: Endpoint, body: z.ZodMiniType | 'multipart'): Json {
  if (body === 'multipart')
    return { required: true, content: { 'multipart/form-data': { schema: formSchema(endpoint) } } }
  const schema = schemaOf(body, 'input') as { properties?: Record<string, Json> }
  const properties = described(schema.properties, API_NOTES.get(endpoint)?.fields)
  // No body is the same as an empty object.
  const required = !body.safeParse({}).success
  return {
    required,
    content: { 'application/json': { schema: properties === undefined ? schema : { ...schema, properties } } },
  }
}

function described(properties: Record<string, Json> | undefined, fields: Record<string, string> = {}) {
  if (properties === undefined) return undefined
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = fields[name]
      return [name, description === undefined ? schema : { ...schema, description }]
    }),
  )
}

/** The form as the feature reads it: its fields, required files and optional files. */
function formSchema({ files = [], optionalFiles = [], fields }: Endpoint): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const own = fields === undefined ? {} : (schemaOf(fields, 'input') as { properties?: Json; required?: string[] })
  const properties = {
    ...own.properties,
    ...Object.fromEntries([...files, ...optionalFiles].map((name) => [name, file])),
  }
  return { type: 'object', properties, required: [...(own.required ?? []), ...files] }
}

function parameters(
  schema: z.ZodMiniType | undefined,
  place: 'path' | 'query',
  fields?: Record<string, string>,
): Json[] {
  if (schema === undefined) return []
  const object = schemaOf(schema, 'output') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(described(object.properties, fields) ?? {}).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: value,
  }))
}

function responses(endpoint: Endpoint): Json {
  const { reply, media, access, rejections } = endpoint
  const status = endpoint.status ?? (reply === null && media === undefined ? 204 : 200)
  const content =
    media !== undefined
      ? Object.fromEntries([media].flat().map((type) => [type, streamed(endpoint)]))
      : reply === null
        ? undefined
        : json(schemaOf(reply, 'output'))
  const headers = endpoint.etag === true ? { headers: { ETag: { schema: { type: 'string' } } } } : {}
  const out: Json = { [status]: { description: 'Done', ...headers, ...(content === undefined ? {} : { content }) } }
  if (endpoint.etag === true)
    out['304'] = { description: 'Unchanged: If-None-Match names the current ETag', ...headers }
  out['400'] = problem('The input isn’t valid; details.fields lists each field')
  if (access !== 'visitor') out['401'] = problem('Sign in first')
  if (['paid', 'customer', 'complete', 'sees-prices'].includes(access))
    out['402'] = problem('Pay the membership fee first')
  if (access !== 'visitor' && access !== 'member') out['403'] = problem('Not permitted, or a required step is missing')
  else if (endpoint.method !== 'GET') out['403'] = problem('Sent by a page of another website')
  for (const status of endpoint.problems ?? [])
    out[status] ??= problem(status === 410 ? 'The link has expired' : 'Access denied; the code says why')
  out['404'] = problem('Not found, or not yours')
  if (rejections !== undefined) out['409'] = refusal(rejections)
  if (endpoint.method !== 'GET') {
    out['413'] = problem('The body is too large')
    out['415'] = problem('Unsupported content type')
  }
  out['408'] = problem('The request didn’t arrive in time')
  out['431'] = problem('The address or the headers are too long')
  out['429'] = { ...problem('Too many requests; see Retry-After'), headers: RETRY_AFTER }
  out['500'] = problem('An unexpected error')
  out['503'] = { ...problem('Busy, unavailable, or the outcome is unknown; see Retry-After'), headers: RETRY_AFTER }
  return out
}

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } }

function streamed(endpoint: Endpoint): Json {
  const description = API_NOTES.get(endpoint)?.stream
  return description === undefined ? {} : { schema: { type: 'string', description } }
}

function problem(description: string): Json {
  return { description, content: json({ $ref: '#/components/schemas/Problem' }) }
}

/** A problem whose code is one of those that the endpoint can refuse with. */
function refusal(codes: readonly string[]): Json {
  const own = { type: 'object', properties: { code: { enum: codes } } }
  const content = json({ allOf: [{ $ref: '#/components/schemas/Problem' }, own] })
  return { description: `Refused by a rule: ${codes.join(', ')}`, content }
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
