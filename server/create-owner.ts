import path from 'node:path'
import { parseArgs } from 'node:util'
import { createOwner, whyNoOwner, type NewOwner } from './accounts/staff/create-owner.ts'
import { openPlatform } from './open-platform.ts'
import { askSecret, firstLine, GaveUp } from './platform/ask-secret.ts'
import { CannotStart } from './platform/config/cannot-start.ts'
import { readConfig } from './platform/config/config.ts'
import { ROOT } from './platform/root.ts'

/**
 * `npm run create-owner`: creates an owner in the database that the environment names, also beside a running server. The password comes
 * from the terminal or, from a program, as the first line of standard input; never from an argument, which others can read.
 */

const USAGE = 'npm run create-owner -- --email olga@example.com --name "Olga Marin"'

async function main(): Promise<void> {
  const owner = ownerIn(process.argv.slice(2))
  const migrations = path.join(ROOT, 'server/migrations')
  const { app, close } = await openPlatform(readConfig(process.env), migrations, undefined, { joins: true })
  try {
    stopWhere(await whyNoOwner(app, owner))
    stopWhere(await createOwner(app, { ...owner, password: await readPassword() }))
    console.log(`${owner.email} is now an owner. Sign in at ${app.config.publicUrl}/admin-login.`)
  } finally {
    await app.bus.close()
    await close()
  }
}

function stopWhere(refused: string | null): void {
  if (refused !== null) throw new CannotStart(refused)
}

function ownerIn(args: string[]): NewOwner {
  if (args.some((arg) => arg.startsWith('--password')))
    throw new CannotStart(
      'Don’t pass the password as an argument: everyone on this machine could read it. You’ll be asked for it.',
    )
  try {
    const { values } = parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } })
    const { email, name } = values
    if (email !== undefined && name !== undefined) return { email: email.trim().toLowerCase(), name }
  } catch {
    // Reported below, with the correct usage.
  }
  throw new CannotStart(`Say who it is: ${USAGE}`)
}

async function readPassword(): Promise<string> {
  const { stdin: input, stdout: output } = process
  if (!input.isTTY) return firstLine(input)
  const password = await askSecret({ input, output }, 'Password, at least 12 characters: ')
  const again = await askSecret({ input, output }, 'Repeat the password: ')
  if (password !== again) throw new CannotStart('The passwords don’t match. Nothing was changed.')
  return password
}

try {
  await main()
  process.exit(0)
} catch (error) {
  if (error instanceof GaveUp) console.error('Nothing was changed.')
  else console.error(error instanceof CannotStart ? error.message : error)
  process.exit(1)
}
