import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const PROGRAM = ['/usr/bin/redis-server', '/usr/bin/valkey-server'].find((file) => existsSync(file))

/** Tests that need it name it in their title if it is missing. */
export const hasRedis = PROGRAM !== undefined
export const REDIS_MISSING = hasRedis ? '' : ' (skipped: needs the Debian package redis-server)'

export type TestRedis = {
  url: string
  start(): Promise<void>
  /** Ends without notifying its clients. */
  kill(): Promise<void>
  /** Accepts connections but answers none until `goOn`. */
  standStill(): void
  goOn(): void
  close(): Promise<void>
}

/** A separate Redis on a loopback port, with a password and without persistence. Close it in `afterAll`. */
export async function openRedis(): Promise<TestRedis> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-redis-'))
  const port = await freePort()
  const password = randomBytes(12).toString('hex')
  let running: ChildProcess | null = null
  const start = async () => {
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: folder, requirepass: password }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    running = spawn(PROGRAM!, args, { stdio: 'ignore' })
    while (!(await answers(port))) {
      if (running.exitCode !== null) throw new Error(`redis-server ended with ${running.exitCode}`)
      await wait(20)
    }
  }
  const kill = async () => {
    const child = running
    running = null
    if (child === null || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    start,
    kill,
    standStill: () => void running?.kill('SIGSTOP'),
    goOn: () => void running?.kill('SIGCONT'),
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
