import * as z from 'zod/mini'
import { logIn } from '#contract/accounts/accounts.ts'
import { companyTerms, listAuctions } from '#contract/auctions/auctions.ts'
import { placeBid, readStandings } from '#contract/bidding/bidding.ts'
import type { Endpoint, ReplyOf } from '#contract/platform/endpoint.ts'
import { listLots, readLot } from '#contract/lots/lots.ts'
import { ProblemBody } from '#contract/platform/problem.ts'

/** An answer that isn't a success. `retryAfterMs`: how long the server asks the client to wait. */
export class RefusedByRules extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfterMs: number

  constructor(status: number, code: string, message: string, retryAfterMs: number) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

export type ApiClient = ReturnType<typeof connectServer>

const ANSWER_MS_MAX = 10_000

/** The server through its public API, as any client program would use it. Throws {@link RefusedByRules}. */
export function connectServer(baseUrl: string) {
  async function call<E extends Endpoint>(
    endpoint: E,
    path: string,
    token: string | null,
    body?: object,
  ): Promise<ReplyOf<E>> {
    const response = await fetch(baseUrl + path, {
      method: endpoint.method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw refusalFrom(response, text)
    return z.parse(endpoint.reply as z.ZodMiniType, JSON.parse(text)) as ReplyOf<E>
  }
  return {
    terms: () => call(companyTerms, '/api/company-terms', null),
    logIn: (email: string, password: string) => call(logIn, '/api/login', null, { email, password }),
    auctions: () => call(listAuctions, '/api/auctions', null),
    nextLots: (auctionId: string, limit: number) =>
      call(listLots, `/api/lots?auction=${auctionId}&ending=soon&limit=${limit}`, null),
    lot: (token: string, lotId: string) => call(readLot, `/api/lots/${lotId}`, token),
    standings: (token: string, lotIds: string[]) =>
      call(readStandings, `/api/standings?lots=${lotIds.join(',')}`, token),
    bid: (token: string, lotId: string, bid: { bidId: string; kind: 'firm' | 'maximum'; amount: number }) =>
      call(placeBid, `/api/lots/${lotId}/bids`, token, bid),
  }
}

function refusalFrom(response: Response, text: string): RefusedByRules {
  const retryAfterMs = Number(response.headers.get('retry-after') ?? 1) * 1000
  const body = ProblemBody.safeParse(jsonOf(text))
  const { code, message } = body.success ? body.data : { code: 'unreadable', message: text.slice(0, 200) }
  return new RefusedByRules(response.status, code, message, Number.isFinite(retryAfterMs) ? retryAfterMs : 1000)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
