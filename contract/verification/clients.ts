import * as z from 'zod/mini'
import { AddressInput, Email, PersonName, Phone } from '../accounts/account-inputs.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Id, oneLine, Paddle } from '../platform/values.ts'
import { DOCUMENT_KINDS } from './verification.ts'

/** A person registered at the desk, without a password: a verified member like any other, whose identity a reviewer checked in person. */
export const ClientEntry = z.object({
  name: PersonName,
  email: Email,
  phone: Phone,
  ...z.omit(AddressInput, { recipient: true, forInvoices: true }).shape,
  documentKind: z.enum(DOCUMENT_KINDS, 'Choose the document you checked.'),
  documentNumber: z.string().check(z.trim(), z.minLength(4, 'Enter the document’s number.'), z.maxLength(60), oneLine),
  /** The reviewer saw the person and the document together, and read the email back. */
  checked: z.literal(true, 'Check the person’s document and email first.'),
})
export type ClientEntry = z.infer<typeof ClientEntry>

export const registerClient = endpoint({
  method: 'POST',
  path: '/api/admin/clients',
  access: 'reviewer',
  summary: 'Register a person at the desk after checking their identity document in person',
  body: ClientEntry,
  reply: z.object({ id: Id, paddle: Paddle }),
  status: 201,
  rejections: ['address-taken', 'document-known'],
})
