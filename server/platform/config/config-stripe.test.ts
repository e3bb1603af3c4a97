import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigFaults, readConfig } from './config.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'paddock-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig({ DATA_DIR: dataDir, ...env })
    return []
  } catch (error) {
    return error instanceof ConfigFaults ? error.faults : []
  }
}

test('with Stripe keys, cards are accepted, and the sandbox only on request', () => {
  expect(readConfig({ DATA_DIR: dataDir })).toMatchObject({ stripe: null, sandboxPayments: true })
  expect(readConfig({ DATA_DIR: dataDir, ...KEYS })).toMatchObject({
    stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiBase: null },
    sandboxPayments: false,
  })
  expect(readConfig({ DATA_DIR: dataDir, ...KEYS, PADDOCK_SANDBOX: '1' }).sandboxPayments).toBe(true)
})

test('one Stripe key without the other is an error', () => {
  for (const [name, value] of Object.entries(KEYS))
    expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining('Set both')])
})

test('production accepts no test key, and no address other than Stripe’s', () => {
  const env = { NODE_ENV: 'production', ...KEYS, STRIPE_API_BASE: 'http://127.0.0.1:1' }
  expect(faultsOf(env)).toEqual(
    expect.arrayContaining([expect.stringContaining('test key'), expect.stringContaining('STRIPE_API_BASE')]),
  )
})
