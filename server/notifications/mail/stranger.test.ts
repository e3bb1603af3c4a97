import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openTestServer } from '#test/harness/test-server.ts'

test('an unconfirmed address is never sent text that someone else chose, such as a name', async () => {
  const server = await openTestServer()
  const name = 'Click https://evil.example/prize'
  const body = {
    email: 'stranger@demo.paddock.example',
    password: 'seven quiet herons',
    name,
    phone: '+31 20 555 0142',
    country: 'NL',
    acceptTerms: true,
  }
  const { status, body: opened } = await server.call('POST', '/api/register', { body })
  expect(status).toBe(201)
  const { token } = opened as { token: string }
  await server.call('POST', '/api/password-reset-requests', { body: { email: body.email } })
  await server.call('POST', '/api/email-changes', {
    token,
    body: { email: 'other@demo.paddock.example', currentPassword: body.password },
  })
  const folder = path.join(server.app.config.dataDir, 'mail')
  const mails = async () => {
    const files = await readdir(folder).catch(() => [])
    return Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  }
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(4)
  for (const mail of await mails()) {
    expect(mail).toContain('Hello,')
    expect(mail).not.toContain('evil.example')
  }
  await server.close()
})
