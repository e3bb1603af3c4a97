import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

/** A text from the server: an answer, a log line or a database value. `to`: who could read it. */
export type Said = { to: string; where: string; text: string }

/** `owners`: who may read it. An amount is in minor units; a word is searched for literally. */
export type Secret = { what: string; owners: readonly string[]; value: number | string }

/** Every place where a secret reached someone other than its owners, in words. */
export function findings(secrets: readonly Secret[], said: readonly Said[]): string[] {
  return secrets.flatMap(({ what, owners, value }) => {
    const pattern = patternOf(value)
    return said
      .filter(({ to, text }) => !owners.includes(to) && pattern.test(text))
      .map(({ to, where, text }) => `${what} (${value}) in ${where} to ${to}: …${around(text, pattern)}…`)
  })
}

/**
 * Minor units, major units, and either with separators, but not as a part of a longer number, id or hash: among the random letters of some
 * thousand tokens and the decimals of as many durations every five digits are found now and then.
 */
function patternOf(value: number | string): RegExp {
  if (typeof value === 'string') return new RegExp(value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const ways = [value, value / 100].flatMap((each) => [
    String(each),
    each.toLocaleString('en'),
    each.toLocaleString('de'),
  ])
  const all = [...new Set(ways)].map((way) => way.replaceAll('.', '\\.')).join('|')
  return new RegExp(String.raw`(?<=^|[^\w-]|\\[nt])(?<!\d\.)(?:${all})(?![\w-])`)
}

function around(text: string, pattern: RegExp): string {
  const at = text.search(pattern)
  return text.slice(Math.max(0, at - 80), at + 80)
}

/** All rows of all tables as text; bytes as the letters they might be. */
export async function everythingInTables(pool: pg.Pool): Promise<Said[]> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const said: Said[] = []
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from "${name}"`)
    const text = rows.map((row) => Object.values(row).map(asText).join(' ')).join('\n')
    said.push({ to: 'the database', where: `table ${name}`, text })
  }
  return said
}

function asText(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)
}

/** All files below a folder. */
export async function everythingInFiles(folder: string): Promise<Said[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file) => ({ to: 'the disk', where: path.basename(file), text: await readFile(file, 'latin1') })),
  )
}
