import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** No sandbox (root in containers has none) and no background traffic, so that a journey reaches only the server under test. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium, or the one at CHROMIUM_PATH; undefined if there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM_PATH'], ...PLACES].find((file) => file !== undefined && existsSync(file))
}

/**
 * Starts the system's Chromium, or the one at CHROMIUM_PATH, with optional flags. Each person in a journey gets their own context.
 * Close it in `afterAll`.
 */
export function openBrowser(...more: string[]): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium was found. Install it, or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...more] })
}
