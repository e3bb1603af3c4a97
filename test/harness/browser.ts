import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Quiet: no sandbox (root in containers has none), no traffic of its own, so that a journey sees only the house. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The system's Chromium, or the one at CHROMIUM_PATH; undefined where there is none. */
export function findChromium(): string | undefined {
  return [process.env['CHROMIUM_PATH'], ...PLACES].find((file) => file !== undefined && existsSync(file))
}

/**
 * The system's Chromium, or the one at CHROMIUM_PATH, with more flags where they are given. Each person of a journey gets a context of
 * their own. Close it in `afterAll`.
 */
export function openBrowser(...more: string[]): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium was found. Install it, or set CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...more] })
}
