import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { oneLine } from '../platform/values.ts'
import { Buyer } from './invoices.ts'

/** To whom the next invoice will be addressed: the address chosen for invoices in the profile, and the tax ID. */
const Billing = z.object({ buyer: Buyer })
export type Billing = z.infer<typeof Billing>

export const readBilling = endpoint({
  method: 'GET',
  path: '/api/billing',
  access: 'member',
  summary: 'Who your invoices are addressed to',
  reply: Billing,
})

export const changeTaxId = endpoint({
  method: 'PUT',
  path: '/api/billing/tax-id',
  access: 'member',
  summary: 'Set the tax ID for your future invoices; empty for none',
  body: z.object({ taxId: z.string().check(z.trim(), z.maxLength(40), oneLine) }),
  reply: Billing,
})
