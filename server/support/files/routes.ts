import type { FastifyInstance } from 'fastify'
import { linkStaffTicketFile } from '#contract/support/support-staff.ts'
import { linkTicketFile, openTicketFile, sendTicketFile } from '#contract/support/support.ts'
import { TICKET_FILE_BYTES_MAX } from '#contract/support/support-limits.ts'
import { sendUpload } from '#server/platform/http/send-file.ts'
import { readOneFile } from '#server/platform/http/one-file-form.ts'
import type { SealedFiles } from '#server/platform/sealed-files.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { busy, notFound, rateLimited, refuse, Refusal } from '#server/platform/problem.ts'
import { checkLink, signLink } from '#server/platform/signed-link.ts'
import { senderOf, sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { ticketNotFound, ticketOf } from '../thread-access.ts'
import { fileById, fileInThread } from './store.ts'
import { contentOfFile, takeFile } from './take-file.ts'

/** Maximum simultaneous uploads; each uses up to 10 MB of memory until it is stored. */
const UPLOADS_AT_ONCE_MAX = 4
/** Uploads from one address on the net, or of one account. */
const UPLOADS = { burst: 15, perSecond: 1 / 60 }
/** Openings of one link: a browser that saves in parts asks several times. */
const OPENINGS = { burst: 20, perSecond: 1 }

export function ticketFileRoutes(http: FastifyInstance, app: App, files: SealedFiles): void {
  const uploads = sharedThrottle(app, 'ticket-file', UPLOADS)
  const openings = sharedThrottle(app, 'ticket-file-open', OPENINGS)
  let active = 0

  serve(http, sendTicketFile, async ({ person, request }) => {
    if (!(await uploads.take(person?.id ?? senderOf(request.ip)))) throw rateLimited(60)
    if (active >= UPLOADS_AT_ONCE_MAX) throw busy(2)
    active += 1
    try {
      const sent = await readOneFile(request, { field: 'file', bytesMax: TICKET_FILE_BYTES_MAX })
      return sent instanceof Refusal ? sent : await takeFile(app, files, sent)
    } finally {
      active -= 1
    }
  })

  serve(http, linkTicketFile, async ({ body: { token, fileId } }) => {
    const ticket = await ticketOf(app, token)
    if (ticket === null) return ticketNotFound()
    const file = await fileInThread(app.db, fileId, ticket.id)
    if (file === undefined) return refuse('file-not-found', 'This attachment is no longer available.')
    return signLink(app, pathOf(file.id))
  })

  serve(http, linkStaffTicketFile, async ({ params }) => {
    const file = await fileById(app.db, params.fileId)
    if (file === undefined || file.message_id === null) throw notFound('this attachment')
    return signLink(app, pathOf(file.id))
  })

  serve(http, openTicketFile, async ({ params, query, reply }) => {
    checkLink(app, pathOf(params.fileId), query)
    const file = await fileById(app.db, params.fileId)
    if (file === undefined) throw notFound('this attachment')
    if (!(await openings.take(query.signature))) throw rateLimited(2)
    return sendUpload(reply, file.name, await contentOfFile(files, file))
  })
}

function pathOf(fileId: string): string {
  return openTicketFile.path.replace(':fileId', fileId)
}
