import { listAccounts } from '#contract/accounts/account-staff.ts'

/** First segment of the keys of all lists of people, and of one person. */
export const PEOPLE_KEY = listAccounts.path
