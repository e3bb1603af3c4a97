import type { FastifyRequest } from 'fastify'
import type { House } from '#server/platform/house.ts'
import { rateLimited } from '#server/platform/problem.ts'
import { senderOf, sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { knownDevice, type Place } from './known-device.ts'

export type Throttles = {
  /** Before a password is looked at. Answers what to call where it was right: only wrong tries count. */
  logIn(email: string, place: Place): Promise<() => Promise<void>>
  registration(request: FastifyRequest, email: string): Promise<void>
  /** Asking for mail to an address, known or not. */
  mail(request: FastifyRequest, email: string): Promise<void>
  /** Opening a link. */
  link(request: FastifyRequest): Promise<void>
  /** Giving one's password or a code again while logged in. */
  password(request: FastifyRequest, sessionId: string): Promise<void>
}

/**
 * Before any password is hashed, the same whether there is an account or not, and one for all processes.
 *
 * Log-ins: ten wrong ones for an address from one place, then one a minute, and thirty of a sender for any address. All strangers
 * together have a hundred for an address, then one in ten seconds: a guesser with many machines is held, one with a few cannot use
 * that up, and a device the account was used on before does not count towards it. Everything else counts against the sender as well;
 * the same address from the same sender registers three times at once, then once a minute, and is sent mail three times at once, then
 * once in five minutes and six times a day. A known device has such a share of its own.
 */
export function accountThrottles(house: House): Throttles {
  const perSender = sharedThrottle(house, 'sender', { burst: house.config.demo ? 200 : 30, perSecond: 0.5 })
  const perPlace = sharedThrottle(house, 'log-in', { burst: 10, perSecond: 1 / 60 })
  const ofStrangers = sharedThrottle(house, 'log-in-of-strangers', { burst: 100, perSecond: 0.1 })
  const perNewcomer = sharedThrottle(house, 'registration', { burst: 3, perSecond: 1 / 60 })
  const perMailbox = sharedThrottle(house, 'mail', { burst: 3, perSecond: 1 / 300 })
  const perMailboxDay = sharedThrottle(house, 'mail-day', { burst: 6, perSecond: 6 / 86_400 })
  const perSession = sharedThrottle(house, 'password', { burst: 10, perSecond: 0.1 })
  const takeSender = async (key: string) => {
    if (!(await perSender.take(key))) throw rateLimited(2)
  }
  const mayHaveMail = async (key: string) => (await perMailbox.take(key)) && (await perMailboxDay.take(key))
  return {
    async logIn(email, place) {
      await takeSender(place.key)
      const own = `${place.key} ${email}`
      if (!(await perPlace.take(own))) throw rateLimited(60)
      // Only what its own place lets through counts against all: one machine in haste cannot use up what is everybody's.
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
      const device = knownDevice(house, request)
      if (device === null || !(await mayHaveMail(`device ${device.id} ${email}`))) throw rateLimited(300)
    },
    link: (request) => takeSender(`sender ${senderOf(request.ip)}`),
    async password(request, sessionId) {
      await takeSender(`sender ${senderOf(request.ip)}`)
      if (!(await perSession.take(sessionId))) throw rateLimited(10)
    },
  }
}
