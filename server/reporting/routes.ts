import type { FastifyInstance } from 'fastify'
import { accessDenial } from '#contract/accounts/access.ts'
import { readOverview as readOverviewEndpoint } from '#contract/reporting/overview.ts'
import { readWork, WORK, WORK_KINDS } from '#contract/reporting/work.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readOverview } from './overview.ts'
import { countWork } from './work-store.ts'

export function overviewRoutes(http: FastifyInstance, app: App): void {
  serve(http, readWork, async ({ person }) => {
    const covered = WORK_KINDS.filter((kind) => accessDenial(person, WORK[kind]) === null)
    return { items: await countWork(app.db, covered) }
  })

  serve(http, readOverviewEndpoint, ({ person }) => readOverview(app, person))
}
