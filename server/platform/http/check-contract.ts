import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import type { Refusal } from '../problem.ts'

/** In tests a file must have a media type that the contract names. */
export async function checkMedia({ method, path, media = [] }: Endpoint, reply: FastifyReply): Promise<void> {
  const type = reply.getHeader('content-type')
  if (typeof type === 'string' && reply.statusCode < 300 && ![media].flat().includes(type.split(';')[0]!))
    throw new Error(`${method} ${path} answers with ${type}, which its contract doesn’t list`)
}

/** In tests a refusal must be one that the contract names: clients have messages for no others. */
export function checkRefusal({ method, path, rejections = [] }: Endpoint, { code }: Refusal): void {
  if (!rejections.includes(code))
    throw new Error(`${method} ${path} refuses with ${code}, which its contract doesn’t list`)
}

/** In tests every reply must match the contract exactly: an extra field may leak a secret. */
export function replyChecker(endpoint: Endpoint): ((answer: unknown) => void) | null {
  const { reply } = endpoint
  if (reply === null) return null
  return (answer) => {
    const sent = JSON.parse(JSON.stringify(answer)) as unknown
    const parsed = reply.safeParse(sent)
    if (!parsed.success)
      throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${parsed.error.message}`)
    if (sorted(parsed.data) !== sorted(sent))
      throw new Error(`${endpoint.method} ${endpoint.path} returns more than its contract`)
  }
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
