import type { Endpoint } from '#contract/platform/endpoint.ts'
import { faultsOf } from './json-schema.ts'
import { send, type Answer } from './requests.ts'
import type { JsonSchema } from './samples.ts'

type Response = { description?: string; content?: Record<string, { schema?: JsonSchema }> }

export type Operation = {
  operationId: string
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required?: boolean; schema?: JsonSchema }[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: JsonSchema }> }
  responses: Record<string, Response>
}

export type ApiDocument = {
  openapi: string
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, { type: string; scheme: string }> }
}

/** The document as the public gets it. */
export async function readDocument(app: string): Promise<ApiDocument> {
  return (await send(`${app}/api/openapi.json`, {})).json as ApiDocument
}

export function documentPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** Every difference between an endpoint's answer and the document. */
export function unlikeDocument(document: ApiDocument, endpoint: Endpoint, answer: Answer): string[] {
  const operation = document.paths[documentPath(endpoint.path)]?.[endpoint.method.toLowerCase()]
  const response = operation?.responses[String(answer.status)]
  if (response === undefined) return [`the status ${answer.status} is not in the document: ${answer.text}`]
  const { content } = response
  if (content === undefined) return answer.text === '' ? [] : [`${answer.status} has a body: ${answer.text}`]
  const type = answer.type.split(';')[0] ?? ''
  const media = content[type]
  if (media === undefined) return [`${answer.status} comes as ${type} instead of ${Object.keys(content).join()}`]
  return media.schema === undefined || !type.endsWith('json')
    ? []
    : faultsOf(media.schema, answer.json, String(answer.status), document)
}
