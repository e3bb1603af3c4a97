import { randomBytes } from 'node:crypto'

/** One key for all houses and processes of a test file, so that they open what the others sealed. */
export const MASTER_KEY = randomBytes(32)
