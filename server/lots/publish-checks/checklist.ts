import type { Kysely } from 'kysely'
import { type Checklist, PUBLISH_CHECKS, PublishRules, USUAL_RULES } from '#contract/lots/publish-checks.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { checkedLots, storedRules, storeRules } from './store.ts'

/** What is missing in the unpublished lots of an auction, as far as the rules ask for it. */
export async function checklistOf<T>(app: App, db: Kysely<T>, auctionId: string): Promise<Checklist> {
  const rules = await readRules(app, db)
  const lots = await checkedLots(db, auctionId)
  const findings = PUBLISH_CHECKS.flatMap((check): Checklist['findings'] => {
    const rule = rules[check]
    const found = rule === 'off' ? [] : lots.filter((lot) => lot.found.includes(check))
    if (rule === 'off' || found.length === 0) return []
    const lines = found.map((lot) => ({
      lotId: lot.lot_id,
      lotNumber: lot.lot_number,
      vehicleId: lot.vehicle_id,
      title: lot.title,
    }))
    return [{ check, rule, lots: lines }]
  })
  return { rules, lotCount: lots.length, isBlocked: findings.some(({ rule }) => rule === 'block'), findings }
}

/** Why an auction can't be published; null: no check that blocks finds anything. */
export async function blockedBy<T>(app: App, trx: Kysely<T>, auctionId: string): Promise<Refusal | null> {
  const { isBlocked, findings } = await checklistOf(app, trx, auctionId)
  if (!isBlocked) return null
  const checks = findings.flatMap(({ check, rule }) => (rule === 'block' ? [check] : []))
  return refuse('checklist-blocks', 'Some lots lack what your rules require. Complete them first.', { checks })
}

export async function changeRules(app: App, actorId: string, rules: PublishRules): Promise<PublishRules> {
  return app.db.transaction().execute(async (trx) => {
    const before = await readRules(app, trx)
    await storeRules(trx, rules)
    const subject = { subjectKind: 'publish-rules', subjectId: 'company' }
    await audit(trx, { actorId, action: 'change-publish-rules', ...subject, before, after: rules })
    return rules
  })
}

async function readRules<T>(app: App, db: Kysely<T>): Promise<PublishRules> {
  const stored = await storedRules(db)
  if (stored === undefined) return USUAL_RULES
  const parsed = PublishRules.safeParse(stored)
  if (parsed.success) return parsed.data
  app.log.error({ issues: parsed.error.issues.length }, 'the publish rules are invalid; using the usual ones')
  return USUAL_RULES
}
