import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { planSettings as endpoint, SettingsState } from '#contract/invoices/company-settings.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { refuseOddTime } from '#server/platform/planned-time.ts'
import { invalidInput, notFound } from '#server/platform/problem.ts'
import { forgetTerms, readCompanyTerms, termsChanged } from '#server/platform/settings.ts'
import { checkedChanges, readSettings, reasonOf, settingsNow, storeChanges } from './change-settings.ts'
import { lockDuePlans, removePlan, storePlan } from './plan-store.ts'
import { lockSettings } from './store.ts'

const subjectOf = (planId: string) => ({ subjectKind: 'setting-plan', subjectId: planId })

/** Stores changes for later. They are checked now, so that their time doesn't come with a value that can't be used. */
export async function planSettings(
  app: App,
  person: Pick<Person, 'id'>,
  { planId, changes: wished, effectiveAt, reason }: BodyOf<typeof endpoint>,
): Promise<SettingsState> {
  const changes = checkedChanges(wished, (await readCompanyTerms(app)).currency)
  if (Object.keys(changes).length === 0) throw invalidInput([{ field: 'changes', message: 'Change a setting first.' }])
  // Whether lots are open then, which keep their currency, can't be known today.
  if (changes.currency !== undefined)
    throw invalidInput([{ field: 'changes.currency', message: 'The currency can only be changed at once.' }])
  await refuseOddTime(app.db, 'effectiveAt', effectiveAt)
  await app.db.transaction().execute(async (trx) => {
    const plan = { id: planId, changes, reason: reasonOf(reason), effectiveAt, savedBy: person.id }
    if (!(await storePlan(trx, plan))) return
    const after = { ...changes, startsAt: effectiveAt }
    await audit(trx, { actorId: person.id, action: 'plan-settings', ...subjectOf(planId), after, reason: plan.reason })
  })
  return readSettings(app)
}

export async function cancelPlan(app: App, person: Pick<Person, 'id'>, planId: string): Promise<SettingsState> {
  await app.db.transaction().execute(async (trx) => {
    const plan = await removePlan(trx, planId)
    if (plan === null) throw notFound('this plan')
    const before = { ...plan.changes, startsAt: plan.effective_at }
    await audit(trx, { actorId: person.id, action: 'cancel-setting-plan', ...subjectOf(planId), before })
  })
  return readSettings(app)
}

/** Applies the plans whose time has come, in the name of who saved them. */
export async function applyDuePlans(app: App): Promise<void> {
  const applied = await app.db.transaction().execute(async (trx) => {
    const due = await lockDuePlans(trx)
    if (due.length === 0) return 0
    await lockSettings(trx)
    for (const { id, changes, reason, saved_by: actorId } of due) {
      forgetTerms(app)
      const before = await settingsNow({ ...app, db: trx })
      await storeChanges(trx, before, changes, { actorId, reason: reason ?? 'As planned' })
      await removePlan(trx, id)
    }
    return due.length
  })
  if (applied > 0) termsChanged(app)
}
