import type { FastifyRequest } from 'fastify'
import type { House } from '#server/platform/house.ts'
import { rateLimited } from '#server/platform/problem.ts'
import { senderOf, sharedThrottle, type SharedThrottle } from '#server/platform/throttle/shared-throttle.ts'

export type Throttles = {
  logIn(request: FastifyRequest, email: string): Promise<void>
  registration(request: FastifyRequest, email: string): Promise<void>
  /** Asking for mail to an address, known or not. */
  mail(request: FastifyRequest, email: string): Promise<void>
  /** Opening a link. */
  link(request: FastifyRequest): Promise<void>
  /** Giving one's password or a code again while logged in. */
  password(request: FastifyRequest, accountId: string): Promise<void>
}

/**
 * Before any password is hashed, the same whether there is an account or not, and one for all processes. Log-ins: ten at once per
 * account and thirty per sender, then one every few seconds. Everything else counts against the sender as well; the same address from
 * the same sender registers three times at once, then once a minute, and is sent mail three times at once, then once in five minutes.
 */
export function accountThrottles(house: House): Throttles {
  const perSender = sharedThrottle(house, 'sender', { burst: house.config.demo ? 200 : 30, perSecond: 0.5 })
  const perAccount = sharedThrottle(house, 'log-in', { burst: 10, perSecond: 0.1 })
  const perNewcomer = sharedThrottle(house, 'registration', { burst: 3, perSecond: 1 / 60 })
  const perMailbox = sharedThrottle(house, 'mail', { burst: 3, perSecond: 1 / 300 })
  const perPerson = sharedThrottle(house, 'password', { burst: 10, perSecond: 0.1 })
  const check = async (request: FastifyRequest, throttle?: SharedThrottle, key = '', retryAfterS = 0) => {
    if (!(await perSender.take(senderOf(request.ip)))) throw rateLimited(2)
    if (throttle !== undefined && !(await throttle.take(key))) throw rateLimited(retryAfterS)
  }
  return {
    logIn: (request, email) => check(request, perAccount, email, 10),
    registration: (request, email) => check(request, perNewcomer, `${senderOf(request.ip)} ${email}`, 60),
    mail: (request, email) => check(request, perMailbox, `${senderOf(request.ip)} ${email}`, 300),
    link: (request) => check(request),
    password: (request, accountId) => check(request, perPerson, accountId, 10),
  }
}
