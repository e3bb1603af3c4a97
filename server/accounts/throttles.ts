import type { FastifyRequest } from 'fastify'
import type { App } from '#server/platform/app.ts'
import { rateLimited } from '#server/platform/problem.ts'
import { senderOf, sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { knownDevice, type Place } from './known-device.ts'

export type Throttles = {
  /** Before a password is checked. Returns a function to call if it was correct: only wrong attempts count. */
  logIn(email: string, place: Place): Promise<() => Promise<void>>
  registration(request: FastifyRequest, email: string): Promise<void>
  /** Requesting an email to an address, known or not. */
  mail(request: FastifyRequest, email: string): Promise<void>
  /** Opening a link. */
  link(request: FastifyRequest): Promise<void>
  /** Entering the password or a code again while logged in. */
  password(request: FastifyRequest, sessionId: string): Promise<void>
}

/**
 * Limits on attempts, applied before any password is hashed, the same whether or not there is an account, and shared by all processes.
 *
 * Log-ins: ten wrong tries for an address from one place, then one a minute; and thirty per sender for any address. All strangers together
 * have a hundred tries for an address, then one every ten seconds. That stops a guesser with many machines, while a guesser with few cannot
 * use it up, and a device the account was used on before does not count toward it.
 * Everything else counts per sender too: the same address from the same sender can register three times, then once a minute, and be sent
 * email three times, then once in five minutes and at most six times a day. A known device has a separate email allowance.
 */
export function accountThrottles(app: App): Throttles {
  const perSender = sharedThrottle(app, 'sender', { burst: app.config.demo ? 200 : 30, perSecond: 0.5 })
  const perPlace = sharedThrottle(app, 'log-in', { burst: 10, perSecond: 1 / 60 })
  const ofStrangers = sharedThrottle(app, 'log-in-of-strangers', { burst: 100, perSecond: 0.1 })
  const perNewcomer = sharedThrottle(app, 'registration', { burst: 3, perSecond: 1 / 60 })
  const perMailbox = sharedThrottle(app, 'mail', { burst: 3, perSecond: 1 / 300 })
  const perMailboxDay = sharedThrottle(app, 'mail-day', { burst: 6, perSecond: 6 / 86_400 })
  const perSession = sharedThrottle(app, 'password', { burst: 10, perSecond: 0.1 })
  const takeSender = async (key: string) => {
    if (!(await perSender.take(key))) throw rateLimited(2)
  }
  const mayHaveMail = async (key: string) => (await perMailbox.take(key)) && (await perMailboxDay.take(key))
  return {
    async logIn(email, place) {
      await takeSender(place.key)
      const own = `${place.key} ${email}`
      if (!(await perPlace.take(own))) throw rateLimited(60)
      // Only tries that pass the limit of their own place count against the shared limit: one fast machine cannot use it up.
      if (!place.isKnown && !(await ofStrangers.take(email))) throw rateLimited(10)
      return async () => {
        await perPlace.giveBack(own)
        if (!place.isKnown) await ofStrangers.giveBack(email)
      }
    },
    async registration(request, email) {
      await takeSender(`sender ${senderOf(request.ip)}`)
      if (!(await perNewcomer.take(`${senderOf(request.ip)} ${email}`))) throw rateLimited(60)
    },
    async mail(request, email) {
      await takeSender(`sender ${senderOf(request.ip)}`)
      if (await mayHaveMail(`${senderOf(request.ip)} ${email}`)) return
      const device = knownDevice(app, request)
      if (device === null || !(await mayHaveMail(`device ${device.id} ${email}`))) throw rateLimited(300)
    },
    link: (request) => takeSender(`sender ${senderOf(request.ip)}`),
    async password(request, sessionId) {
      await takeSender(`sender ${senderOf(request.ip)}`)
      if (!(await perSession.take(sessionId))) throw rateLimited(10)
    },
  }
}
