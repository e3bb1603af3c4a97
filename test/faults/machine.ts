import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, statfs, writeFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigFaults, readConfig } from '#server/platform/config/config.ts'
import { MASTER_KEY } from '#test/harness/master-key.ts'
import type { Fault } from './fault.ts'
import { freePort } from '#test/harness/free-port.ts'
import type { Stage } from './stage.ts'
import { requestText, Wire } from './wire.ts'

const LIBFAKETIME = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((file) => existsSync(file))

let clockFile = ''

/** A process's own clock, as written on every answer; in ms. */
async function processClock({ servers }: Stage): Promise<number> {
  const wire = new Wire(servers[0]!.port)
  const { head } = await wire.ask(requestText('GET', '/healthz', null), 10_000)
  wire.cut()
  return Date.parse(/\ndate: (.*)/.exec(head)?.[1] ?? '')
}

/** Tolerance for a stream's clock, in ms: one second for the measurement, one for a busy machine. */
const CLOCK_MS = 2000

const clockJumps: Fault = {
  name: 'clock-jumps',
  title: 'clock jumps of ±1 h (libfaketime)',
  missing: () => (LIBFAKETIME === undefined ? 'needs the Debian package libfaketime' : null),
  async before(runFolder) {
    clockFile = path.join(runFolder, 'clock')
    await writeFile(clockFile, '+0')
    return {
      env: {
        LD_PRELOAD: LIBFAKETIME ?? '',
        FAKETIME_TIMESTAMP_FILE: clockFile,
        FAKETIME_CACHE_DURATION: '1',
        // A machine's wall clock jumps; its monotonic clock doesn't.
        DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    }
  },
  async run(stage) {
    for (const jumpS of [3600, -3600, 0]) {
      await writeFile(clockFile, jumpS < 0 ? String(jumpS) : `+${jumpS}`)
      await wait(3500)
      const shown = await processClock(stage)
      const isThere = Math.abs(shown - Date.now() - 1000 * jumpS) < 5000
      stage.must(isThere, `the clock of a process did not jump by ${jumpS} s: the fault did not strike`)
    }
    // Prices and ends follow the database's clock, and so do the streams.
    const off = Math.max(...stage.watchers.all.map(({ clockOffMs }) => clockOffMs))
    stage.must(off < CLOCK_MS, `a stream's clock was off by ${Math.round(off / 1000)} s`)
    stage.notes.push(`streams' clocks were off by at most ${Math.round(off)} ms`)
    stage.must(stage.watchers.faults().length === 0, 'streams broke')
    stage.mustBidAgainWithin(1000)
  },
}

/** A separate disk for the database, which a file fills to the last byte. */
const DISK_MB = 160
let disk = ''

function canMount(): string | null {
  if (process.getuid?.() !== 0) return 'needs root, to mount a small disk'
  if (spawnSync('which', ['mount']).status !== 0) return 'needs the Debian package mount'
  const probe = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'])
  return probe.status === 0 ? null : 'needs the right to mount, which this machine denies'
}

async function fillDisk(stage: Stage): Promise<string> {
  const filler = path.join(disk, 'filler')
  for (;;) {
    const { bavail, bsize } = await statfs(disk)
    if (bavail === 0) return filler
    await writeFile(filler, Buffer.alloc(bavail * bsize), { flag: 'a' }).catch(() => undefined)
    await stage.database.query('select pg_switch_wal()').catch(() => undefined)
  }
}

const diskFull: Fault = {
  name: 'disk-full',
  title: 'disk full',
  missing: canMount,
  async before(runFolder) {
    disk = path.join(runFolder, 'small-disk')
    await mkdir(disk)
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'none', disk])
    if (status !== 0) throw new Error(`the small disk could not be mounted: ${stderr.toString()}`)
    return { databaseFolder: () => path.join(disk, 'postgres') }
  },
  after() {
    spawnSync('umount', ['--lazy', disk])
  },
  async run(stage) {
    const filler = await fillDisk(stage)
    const since = performance.now()
    const isSilent = () => stage.bidders.longestSilenceMs(since, performance.now()) > 1500
    await stage.until('the disk is full', isSilent, 30_000)
    await wait(4000)
    await rm(filler)
    // It exits if it can't write its log; its supervisor restarts it once there is space.
    await wait(500)
    if (!stage.database.isAlive) {
      stage.notes.push('PostgreSQL ended and was started again')
      await stage.database.start()
      stage.leadTo(stage.database)
    }
    const featureAt = performance.now()
    await wait(4500)
    stage.mustBidAgainWithin(4000, featureAt)
  },
}

let redisPort = 0
let redis: ChildProcess | null = null

function startRedis(): void {
  const options = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  redis = spawn('redis-server', options, { cwd: '/', stdio: 'ignore' })
}

/** Whether this version's configuration supports Redis, and Redis is installed. */
function needsRedis(): string | null {
  const env = { BUS_URL: 'redis://127.0.0.1:6379', PADDOCK_KEY: MASTER_KEY.toString('base64') }
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigFaults) return 'this version does not know BUS_URL: its processes use PostgreSQL alone'
    throw error
  }
  return spawnSync('which', ['redis-server']).status === 0 ? null : 'needs the Debian package redis-server'
}

async function killRedis(): Promise<void> {
  const ended = new Promise((resolve) => redis?.once('exit', resolve))
  redis?.kill('SIGKILL')
  await ended
}

const redisStopped: Fault = {
  name: 'redis-stopped',
  title: 'Redis stopped',
  missing: needsRedis,
  async before() {
    redisPort = await freePort()
    startRedis()
    return { env: { BUS_URL: `redis://127.0.0.1:${redisPort}` } }
  },
  after: () => void redis?.kill('SIGKILL'),
  async run(stage) {
    await killRedis()
    await wait(5000)
    stage.mustBidAgainWithin(1000)
    // Without Redis a process reads the other's changes from the table.
    stage.must(stage.watchers.connected === stage.options.watchers, 'streams ended with Redis')
    startRedis()
    await wait(3000)
    stage.mustBidAgainWithin(1000)
  },
}

export const MACHINE_FAULTS: Fault[] = [clockJumps, diskFull, redisStopped]
