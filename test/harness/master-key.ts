import { randomBytes } from 'node:crypto'

/** One key for all servers and processes of a test file, so that each can open what the others sealed. */
export const MASTER_KEY = randomBytes(32)
