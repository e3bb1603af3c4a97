import type { FastifyRequest } from 'fastify'
import type { House } from '#server/platform/house.ts'
import { rateLimited } from '#server/platform/problem.ts'
import { createThrottle, type Throttle } from '#server/platform/throttle.ts'

export type Throttles = {
  logIn(request: FastifyRequest, email: string): void
  registration(request: FastifyRequest, email: string): void
  /** Asking for mail to an address, known or not. */
  mail(request: FastifyRequest, email: string): void
  /** Opening a link. */
  link(request: FastifyRequest): void
  /** Giving one's password or a code again while logged in. */
  password(request: FastifyRequest, accountId: string): void
}

/**
 * Before any password is hashed, and the same whether there is an account or not. Log-ins: ten at once per account and thirty per
 * sender, then one every few seconds. Everything else counts against the sender as well; the same address from the same sender
 * registers three times at once, then once a minute, and is sent mail three times at once, then once in five minutes.
 */
export function accountThrottles(house: House): Throttles {
  const { now } = house
  const perSender = createThrottle({ burst: house.config.demo ? 200 : 30, perSecond: 0.5, now })
  const perAccount = createThrottle({ burst: 10, perSecond: 0.1, now })
  const perNewcomer = createThrottle({ burst: 3, perSecond: 1 / 60, now })
  const perMailbox = createThrottle({ burst: 3, perSecond: 1 / 300, now })
  const perPerson = createThrottle({ burst: 10, perSecond: 0.1, now })
  const check = (request: FastifyRequest, throttle?: Throttle, key = '', retryAfterS = 0) => {
    if (!perSender.take(request.ip)) throw rateLimited(2)
    if (throttle !== undefined && !throttle.take(key)) throw rateLimited(retryAfterS)
  }
  return {
    logIn: (request, email) => check(request, perAccount, email, 10),
    registration: (request, email) => check(request, perNewcomer, `${request.ip} ${email}`, 60),
    mail: (request, email) => check(request, perMailbox, `${request.ip} ${email}`, 300),
    link: (request) => check(request),
    password: (request, accountId) => check(request, perPerson, accountId, 10),
  }
}
