import { createTransport } from 'nodemailer'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { messageOf, type Mailer } from './mail.ts'

/** Without a mail server nothing empties the folder, so the oldest files are deleted. */
const FILES_MAX = 2000
const SWEEP_EVERY = 100

/** Writes emails as files that any email program opens. An email has the same file name at every try, so it exists once. */
export function folderMailer(folder: string): Mailer {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  let written = 0
  return {
    goesTo: 'folder',
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { message } = await compose.sendMail(messageOf(mail))
      const name = createHash('sha256').update(mail.messageId).digest('hex').slice(0, 32)
      const part = path.join(folder, `${name}.part`)
      await writeFile(part, message as Buffer, { mode: 0o600, flush: true })
      await rename(part, path.join(folder, `${name}.eml`))
      written += 1
      if (written % SWEEP_EVERY === 1) await removeOldest(folder)
    },
    close: () => compose.close(),
  }
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  if (names.length <= FILES_MAX) return
  const aged = await Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(folder, name)).catch(() => null)
      return { name, at: found?.mtimeMs ?? 0 }
    }),
  )
  const oldest = aged.toSorted((a, b) => a.at - b.at).slice(0, names.length - FILES_MAX)
  for (const { name } of oldest) await rm(path.join(folder, name), { force: true })
}
