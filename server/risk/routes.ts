import type { FastifyInstance } from 'fastify'
import { dismissRisk, listRisks, type RiskCase } from '#contract/risk/risk.ts'
import type { App } from '#server/platform/app.ts'
import { audit } from '#server/platform/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { serveList } from '#server/platform/lists/serve-list.ts'
import { forbidden, notFound, refuse } from '#server/platform/problem.ts'
import { concerns, RISK_LIST, riskCase, storeDismissal } from './list-store.ts'

export function riskRoutes(http: FastifyInstance, app: App): void {
  serveList(http, app.db, listRisks, RISK_LIST, { present: (rows: RiskCase[]) => rows })

  serve(http, dismissRisk, async ({ params: { riskId }, body: { reason }, person }) => {
    if ((await riskCase(app.db, riskId)) === null) throw notFound('this signal')
    if (await concerns(app.db, riskId, person.id))
      throw forbidden('You can’t dismiss a signal about yourself. Ask a colleague.')
    const isFirst = await app.db.transaction().execute(async (trx) => {
      const stored = await storeDismissal(trx, { caseId: riskId, actorId: person.id, reason })
      if (stored)
        await audit(trx, { actorId: person.id, action: 'dismiss-risk', subjectKind: 'risk', subjectId: riskId, reason })
      return stored
    })
    if (!isFirst) return refuse('already-dismissed', 'Someone else dismissed this signal already.')
    return (await riskCase(app.db, riskId))!
  })
}
