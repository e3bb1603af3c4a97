import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openHouse } from '#test/harness/house.ts'

test('an address that nobody confirmed is sent no words that somebody chose, such as a name', async () => {
  const house = await openHouse()
  const name = 'Click https://evil.example/prize'
  const body = {
    email: 'stranger@demo.paddock.example',
    password: 'seven quiet herons',
    name,
    phone: '+31 20 555 0142',
    country: 'NL',
    acceptTerms: true,
  }
  const { status, body: opened } = await house.call('POST', '/api/register', { body })
  expect(status).toBe(201)
  const { token } = opened as { token: string }
  await house.call('POST', '/api/password-reset-requests', { body: { email: body.email } })
  await house.call('POST', '/api/email-changes', {
    token,
    body: { email: 'other@demo.paddock.example', currentPassword: body.password },
  })
  const folder = path.join(house.house.config.dataDir, 'mail')
  const mails = async () => {
    const files = await readdir(folder).catch(() => [])
    return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  }
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4)
  for (const mail of await mails()) {
    expect(mail).toContain('Hello,')
    expect(mail).not.toContain('evil.example')
  }
  await house.close()
})
