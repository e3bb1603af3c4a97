import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Amount } from '../platform/values.ts'

/** Who may bid how much by itself: new members, and accounts whose sales were undone because they didn't pay. */

const Strikes = z.nullable(z.int('Enter a whole number.').check(z.gte(1, 'Enter 1 or more.'), z.lte(20)))

export const PeopleRules = z.object({
  /** From so many strikes on, the bidding limit is at most `strikeLimit`; null: never. */
  limitAfter: Strikes,
  /** Minor units of the company's currency. */
  strikeLimit: Amount,
  /** From so many strikes on, the account is suspended; null: never. */
  suspendAfter: Strikes,
  /** The bidding limit of new members, in minor units; 0: they wait for our team's approval; null: none. */
  startLimit: z.nullable(Amount),
})
export type PeopleRules = z.infer<typeof PeopleRules>

export const readPeopleRules = endpoint({
  method: 'GET',
  path: '/api/admin/people-rules',
  access: 'staff',
  summary: 'How much new members may bid, and how many strikes limit or suspend an account',
  reply: PeopleRules,
})

export const changePeopleRules = endpoint({
  method: 'PUT',
  path: '/api/admin/people-rules',
  access: 'owner',
  summary: 'Change these rules; they apply to members verified, and strikes given, from now on',
  body: PeopleRules,
  reply: PeopleRules,
})
