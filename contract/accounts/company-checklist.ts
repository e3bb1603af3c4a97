import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'

/** What a new company has to set up, in the order in which the owner is led through it. */
export const CHECKLIST_ENTRIES = [
  'name',
  'contact',
  'address',
  'tax',
  'fees',
  'increments',
  'bank',
  'director',
  'staff',
  'email',
  'auction',
] as const
export type ChecklistEntry = (typeof CHECKLIST_ENTRIES)[number]

/** These have a usable default, or a company may do without: the owner can say so. */
export const CAN_STAY = ['tax', 'fees', 'increments', 'bank', 'director', 'staff'] as const satisfies ChecklistEntry[]

const Checklist = z.object({ items: z.array(z.object({ entry: z.enum(CHECKLIST_ENTRIES), isDone: z.boolean() })) })
export type Checklist = z.infer<typeof Checklist>

export const readChecklist = endpoint({
  method: 'GET',
  path: '/api/admin/company-checklist',
  access: 'owner',
  summary: 'What is set up and what is still to do before the first auction',
  reply: Checklist,
})

export const keepEntry = endpoint({
  method: 'PUT',
  path: '/api/admin/company-checklist/:entry',
  access: 'owner',
  summary: 'Keep an entry of the checklist as it is: it then counts as done',
  params: z.object({ entry: z.enum(CAN_STAY) }),
  reply: Checklist,
})
