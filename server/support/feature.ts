import { personalData } from '#server/accounts/profile/personal-data.ts'
import { job, HOUR_MS } from '#server/platform/job.ts'
import { openSealedFiles } from '#server/platform/sealed-files.ts'
import type { Feature } from '#server/platform/feature.ts'
import { assistantRoutes } from './assistant/routes.ts'
import { ticketFileRoutes } from './files/routes.ts'
import { sealPlainFiles, sweepFiles } from './files/take-file.ts'
import { inboundEmailRoute } from './inbound/routes.ts'
import { exportTickets, forgetTickets, moveTickets } from './personal-data.ts'
import { ticketEvents } from './timeline.ts'
import { ticketRoutes } from './routes.ts'
import { staffTicketRoutes } from './staff/routes.ts'

/** What people write to our team, on the page and by email, and what staff answer. */
export const supportFeature: Feature = {
  name: 'support',
  async setUp(http, app) {
    const files = await openSealedFiles(app, 'tickets')
    app.extensions.timeline.push(ticketEvents)
    personalData(app, { name: 'tickets', read: exportTickets, forget: forgetTickets })
    app.extensions.merges.push({ carry: moveTickets })
    ticketRoutes(http, app)
    ticketFileRoutes(http, app, files)
    inboundEmailRoute(http, app, files)
    staffTicketRoutes(http, app)
    assistantRoutes(http, app)
    return job(app, 'delete attachments that belong to no message', HOUR_MS, async () => {
      await sweepFiles(app, files)
      await sealPlainFiles(app, files)
    })
  },
}
