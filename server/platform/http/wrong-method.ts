import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { pageOf, PAGES } from '#contract/pages.ts'
import { notFound, Problem } from '../problem.ts'

/**
 * Answers what no route takes: 405 with `Allow` where the address takes other methods, else 404. `hasPages`: the client is served here.
 */
export function answerUnrouted(app: FastifyInstance, endpoints: readonly Endpoint[], hasPages: boolean): void {
  const methodsAt = (path: string): string[] => {
    const methods = endpoints.filter((each) => pageOf([each.path], path) !== null).flatMap(methodsOf)
    if (methods.length > 0) return methods
    const isRead = app.hasRoute({ method: 'GET', url: path }) || (hasPages && pageOf(PAGES, path) !== null)
    return isRead ? ['GET', 'HEAD'] : []
  }
  const refuse = (request: FastifyRequest, what: string): never => {
    const methods = [...new Set(methodsAt(request.url.split('?', 1)[0] ?? ''))]
    throw methods.length === 0 || methods.includes(request.method) ? notFound(what) : wrongMethod(methods)
  }
  app.all('/api/*', (request) => refuse(request, 'this endpoint'))
  app.setNotFoundHandler((request) => refuse(request, 'this page'))
}

/** A stream has no head without its body; everything else that is read has one. */
function methodsOf({ method, media }: Endpoint): string[] {
  return method === 'GET' && media === undefined ? ['GET', 'HEAD'] : [method]
}

function wrongMethod(methods: readonly string[]): Problem {
  const allow = methods.join(', ')
  return new Problem(405, 'method-not-allowed', `This address takes ${allow} only.`, { headers: { allow } })
}
