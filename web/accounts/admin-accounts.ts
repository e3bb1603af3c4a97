import type * as z from 'zod/mini'
import { type AccountRow, listAccounts } from '#contract/account-staff.ts'

/** A person as staff sees one in a list. */
export type Account = z.infer<typeof AccountRow>

/** First segment of the keys of all lists of people. */
export const PEOPLE_KEY = listAccounts.path
