import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { pageOf, PAGES } from '#contract/platform/pages.ts'
import { notFound, Problem } from '../problem.ts'

/**
 * Answers requests without a route: 405 with `Allow` if the path accepts other methods, else 404. `hasPages`: the client is served here.
 */
export function answerUnrouted(http: FastifyInstance, endpoints: readonly Endpoint[], hasPages: boolean): void {
  const methodsAt = (path: string): string[] => {
    const methods = endpoints.filter((each) => pageOf([each.path], path) !== null).flatMap(methodsOf)
    if (methods.length > 0) return methods
    const isRead = http.hasRoute({ method: 'GET', url: path }) || (hasPages && pageOf(PAGES, path) !== null)
    return isRead ? ['GET', 'HEAD'] : []
  }
  const refuse = (request: FastifyRequest, what: string): never => {
    const methods = [...new Set(methodsAt(request.url.split('?', 1)[0] ?? ''))]
    throw methods.length === 0 || methods.includes(request.method) ? notFound(what) : wrongMethod(methods)
  }
  http.all('/api/*', (request) => refuse(request, 'this endpoint'))
  http.setNotFoundHandler((request) => refuse(request, 'this page'))
}

/** A stream has no head without its body; everything else that is read has one. */
function methodsOf({ method, media }: Endpoint): string[] {
  return method === 'GET' && media === undefined ? ['GET', 'HEAD'] : [method]
}

function wrongMethod(methods: readonly string[]): Problem {
  const allow = methods.join(', ')
  return new Problem(405, 'method-not-allowed', `This address accepts ${allow} only.`, { headers: { allow } })
}
