import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  changeAccount as changeEndpoint,
  currentUser,
  listAccounts,
  logIn as logInEndpoint,
  logOut,
  register as registerEndpoint,
} from '#contract/accounts.ts'
import type { House } from '#server/platform/house.ts'
import { notFound, rateLimited, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/serve.ts'
import { createThrottle, type Throttle } from '#server/platform/throttle.ts'
import { changeAccount } from './change-account.ts'
import { logIn } from './log-in.ts'
import { presentAccountRow, presentUser } from './present.ts'
import { register } from './register.ts'
import type { Sessions } from './sessions.ts'
import { accountById, findAccounts, type AccountRow } from './store.ts'

const PAGE = 50

export function accountRoutes(app: FastifyInstance, house: House, sessions: Sessions): void {
  const slow = guardian(house)

  const open = async (account: AccountRow, request: FastifyRequest, reply: FastifyReply) => {
    const { token, cookie } = await sessions.open(account.id, request)
    if (cookie !== null) reply.header('set-cookie', cookie)
    return { token, user: presentUser(account) }
  }

  serve(app, registerEndpoint, async ({ body, request, reply }) => {
    slow.registration(request, body.email)
    const account = await register(house, body)
    return account instanceof Refusal ? account : open(account, request, reply)
  })

  serve(app, logInEndpoint, async ({ body, request, reply }) => {
    slow.logIn(request, body.email)
    return open(await logIn(house, body), request, reply)
  })

  serve(app, logOut, async ({ request, reply }) => {
    reply.header('set-cookie', await sessions.close(request))
    return null
  })

  serve(app, currentUser, async ({ person }) => {
    const account = await accountById(house.db, person.id)
    if (account === null) throw notFound('this account')
    return presentUser(account)
  })

  serve(app, listAccounts, async ({ query }) => {
    const rows = await findAccounts(house.db, query.q?.trim() ?? '', query.cursor ?? null, PAGE)
    return { items: rows.map(presentAccountRow), next: rows.length === PAGE ? rows.at(-1)!.id : null }
  })

  serve(app, changeEndpoint, async ({ params, body, person }) =>
    presentAccountRow(await changeAccount(house, person, params.accountId, body)),
  )
}

type Guardian = Record<'registration' | 'logIn', (request: FastifyRequest, email: string) => void>

/**
 * Before any password is hashed. Log-ins: ten at once per account and thirty per sender, then one every few seconds. Registrations
 * count against the sender as well, and the same address from the same sender is taken three times at once, then once a minute.
 */
function guardian(house: House): Guardian {
  const { now } = house
  const perAccount = createThrottle({ burst: 10, perSecond: 0.1, now })
  const perSender = createThrottle({ burst: house.config.demo ? 200 : 30, perSecond: 0.5, now })
  const perNewcomer = createThrottle({ burst: 3, perSecond: 1 / 60, now })
  const check = (request: FastifyRequest, throttle: Throttle, key: string, retryAfterS: number) => {
    if (!perSender.take(request.ip)) throw rateLimited(2)
    if (!throttle.take(key)) throw rateLimited(retryAfterS)
  }
  return {
    logIn: (request, email) => check(request, perAccount, email, 10),
    registration: (request, email) => check(request, perNewcomer, `${request.ip} ${email}`, 60),
  }
}
