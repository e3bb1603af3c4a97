import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id } from '../platform/values.ts'

/** What may be missing in a lot that is about to be published, in the order in which people look at it. */
export const PUBLISH_CHECKS = ['photos', 'title', 'odometer', 'inspection', 'reserve', 'seller'] as const
export type PublishCheck = (typeof PUBLISH_CHECKS)[number]

/** What is wrong with lots that a check finds. */
export const CHECK_WORDS = {
  photos: 'No photos, or fewer than the file names',
  title: 'No title',
  odometer: 'No odometer reading',
  inspection: 'Not inspected',
  reserve: 'No reserve',
  seller: 'No seller',
} as const satisfies Record<PublishCheck, string>

export const RULE_WORDS = { block: 'Blocks publishing', warn: 'Warns', off: 'Not checked' } as const
const Rule = z.enum(['block', 'warn', 'off'])

export const PublishRules = z.object({
  photos: Rule,
  title: Rule,
  odometer: Rule,
  inspection: Rule,
  reserve: Rule,
  seller: Rule,
} satisfies Record<PublishCheck, typeof Rule>)
export type PublishRules = z.infer<typeof PublishRules>

/** A lot without a reserve is usual, so nothing is said about it. */
export const USUAL_RULES: PublishRules = {
  photos: 'warn',
  title: 'warn',
  odometer: 'warn',
  inspection: 'warn',
  reserve: 'off',
  seller: 'warn',
}

export const Checklist = z.object({
  rules: PublishRules,
  /** Lots that publishing would make public. */
  lotCount: z.int(),
  /** A check that blocks has found something: the auction can't be published. */
  isBlocked: z.boolean(),
  findings: z.array(
    z.object({
      check: z.enum(PUBLISH_CHECKS),
      rule: z.enum(['block', 'warn']),
      lots: z.array(z.object({ lotId: Id, lotNumber: z.int(), vehicleId: Id, title: z.string() })),
    }),
  ),
})
export type Checklist = z.infer<typeof Checklist>

export const readChecklist = endpoint({
  method: 'GET',
  path: '/api/admin/auctions/:auctionId/checklist',
  access: 'auctioneer',
  summary: 'What is missing in the lots that publishing an auction would make public',
  params: z.object({ auctionId: Id }),
  reply: Checklist,
})

export const changePublishRules = endpoint({
  method: 'PUT',
  path: '/api/admin/publish-rules',
  access: 'owner',
  summary: 'Decide which findings of the checklist block publishing, and which only warn',
  body: z.object({ rules: PublishRules }),
  reply: z.object({ rules: PublishRules }),
})
