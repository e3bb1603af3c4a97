import { expect, test } from 'vitest'
import { openTestServer } from '#test/harness/test-server.ts'
import { seedDemo } from './seed.ts'

test('an installation with real people is left alone', async () => {
  const own = await openTestServer({ config: { demo: true }, listen: false })
  try {
    await own.app.pool.query(
      `insert into account (id, email, password_hash, name, phone, country, referral_code, terms_version)
       values (gen_random_uuid(), 'real@example.com', '-', 'Real', '+1 555 0100', 'US', 'REAL', '1')`,
    )
    expect((await seedDemo(own.app, own.ownerUrl)).people).toEqual([])
    expect((await own.app.pool.query('select 1 from auction')).rowCount).toBe(0)
  } finally {
    await own.close()
  }
})

test('demo people are never entered outside demo mode', async () => {
  const real = await openTestServer({ listen: false })
  try {
    await expect(seedDemo(real.app, real.ownerUrl)).rejects.toThrow('demo mode')
  } finally {
    await real.close()
  }
})
