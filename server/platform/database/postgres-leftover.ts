import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '../config/cannot-start.ts'

const STOP_MS_MAX = 30_000

/** The process that serves a cluster, as recorded by PostgreSQL. Rejects when there is none. */
export async function postmasterPid(cluster: string): Promise<number> {
  return Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** The port of the database that a living process runs on this cluster; null: none. */
export async function portInUse(cluster: string): Promise<number | null> {
  const pid = await postmasterPid(cluster).catch(() => null)
  if (pid === null || !(await serves(pid, cluster)) || (await ownerOf(pid)) === null) return null
  // PostgreSQL writes its port into the fourth line.
  const port = Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3])
  return Number.isInteger(port) && port > 0 ? port : null
}

/**
 * Stops a database that a killed process left running on our folder, so that two never serve the same files. If the server that started
 * it is still alive, the database keeps running and this throws {@link CannotStart}.
 */
export async function stopLeftover(cluster: string): Promise<void> {
  const pid = await postmasterPid(cluster).catch(() => null)
  if (pid === null || !(await serves(pid, cluster))) return
  const owner = await ownerOf(pid)
  if (owner !== null) {
    const folder = path.dirname(path.dirname(cluster))
    throw new CannotStart(
      `The data folder ${folder} is in use by process ${owner}. Stop that process, or choose another folder with DATA_DIR.`,
    )
  }
  process.kill(pid, 'SIGINT')
  const until = Date.now() + STOP_MS_MAX
  while (alive(pid)) {
    if (Date.now() > until)
      throw new CannotStart(`The database of an earlier run (process ${pid}) does not stop. Stop it manually.`)
    await wait(20)
  }
}

async function serves(pid: number, cluster: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return pid > 0 && commandLine.includes('postgres') && commandLine.includes(cluster)
}

/** The Node process that started the database through the watching shell; null when that is dead and the kernel gave it other parents. */
async function ownerOf(postmaster: number): Promise<number | null> {
  const shell = await parentOf(postmaster)
  if (shell === null || shell === 1) return null
  const owner = await parentOf(shell)
  if (owner === null || owner === 1) return null
  const name = await readFile(`/proc/${owner}/comm`, 'utf8').catch(() => '')
  return /node|main/i.test(name) ? owner : null
}

async function parentOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1]
  return parent === undefined ? null : Number(parent)
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
