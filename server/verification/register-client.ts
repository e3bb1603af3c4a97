import type { FastifyInstance } from 'fastify'
import { registerClient as registerEndpoint, type ClientEntry } from '#contract/verification/clients.ts'
import { createClient, unknownPassword } from '#server/accounts/create-client.ts'
import { comparableNumber, holderOfDocument, noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'

export function clientRoutes(http: FastifyInstance, app: App): void {
  serve(http, registerEndpoint, ({ body, person }) => registerClient(app, person.id, body))
}

/**
 * Registers a person whom a reviewer met: from then on they are a verified member like any other, and their bids are entered under their
 * number. Only the hash of the document's number is kept, as for a document sent to us.
 */
async function registerClient(
  app: App,
  actorId: string,
  entry: ClientEntry,
): Promise<{ id: string; paddle: number } | Refusal> {
  const { name, email, phone, documentKind, documentNumber, checked: _, ...lines } = entry
  const number = comparableNumber(documentNumber)
  const passwordHash = await unknownPassword()
  return app.db.transaction().execute(async (trx) => {
    const holder = await holderOfDocument(app, trx, number)
    if (holder !== null)
      return refuse('document-known', `This document belongs to paddle ${holder}. Enter bids under that number.`)
    const address = { ...lines, recipient: name, forInvoices: true }
    const document = { kind: documentKind, submittedAt: app.now() }
    const client = await createClient(trx, { name, email, phone, address, document }, passwordHash)
    if (client === null)
      return refuse('address-taken', 'An account has this email already. Find it under People and use its number.')
    await noteIdentifier(app, trx, client.id, 'document-number', number)
    const after = { paddle: client.paddle, document: documentKind, membershipFee: 'not charged' }
    const subject = { subjectKind: 'account', subjectId: client.id }
    await audit(trx, { actorId, action: 'register-client', ...subject, after })
    return { id: client.id, paddle: client.paddle }
  })
}
