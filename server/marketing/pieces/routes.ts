import type { FastifyInstance } from 'fastify'
import { listPieces, openPiece } from '#contract/marketing/marketing.ts'
import { PIECE_NAMES, PIECES, type Piece } from '#contract/marketing/pieces.ts'
import { personFacts } from '#server/accounts/find-people.ts'
import type { App } from '#server/platform/app.ts'
import { serve } from '#server/platform/http/serve.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { notFound, rateLimited } from '#server/platform/problem.ts'
import { checkLink, signLink } from '#server/platform/signed-link.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { drawPiece } from './draw-piece.ts'

const MEDIA = { svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf' } as const

/** For each member: a page shows seven pictures at once, and is opened again a few times. */
const DRAWINGS = { burst: 60, perSecond: 0.5 }

/** Links to a member's pieces, and what they open. */
export function pieceRoutes(http: FastifyInstance, app: App): void {
  const throttle = sharedThrottle(app, 'marketing-piece', DRAWINGS)

  serve(http, listPieces, ({ person }) => {
    const items = PIECE_NAMES.map((piece) => ({ piece, ...signLink(app, pathOf(person.id, piece)) }))
    return {
      items: items.map(({ piece, url }) => ({ piece, url })),
      expiresAt: Math.min(...items.map(({ expiresAt }) => expiresAt)),
    }
  })

  serve(http, openPiece, async ({ params: { accountId, piece }, query, reply }) => {
    checkLink(app, pathOf(accountId, piece), query)
    const member = await personFacts(app.db, accountId)
    if (member === null) throw notFound('this file')
    if (!(await throttle.take(accountId))) throw rateLimited(2)
    const { format } = PIECES[piece]
    const file = await drawPiece(app, piece, member)
    return sendFile(reply, fileName(piece), MEDIA[format], file)
  })
}

function pathOf(accountId: string, piece: Piece): string {
  return openPiece.path.replace(':accountId', accountId).replace(':piece', piece)
}

/** `qr.svg`, `banner-square.png`. */
function fileName(piece: Piece): string {
  const { kind, format } = PIECES[piece]
  return kind === 'qr' ? `qr-code.${format}` : `${piece}.${format}`
}
