import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BankStage } from '#server/payments/transfer/bank-stage.test-support.ts'
import { startServer, type ServerProcess } from '#test/harness/process.ts'

/** Moments after sending a request at which its process is killed, in ms: before, during and after its work. */
export const MOMENTS = [0, 5, 15, 40, 120]

/** A server process on the stage's database that a test kills; the next one takes its place. */
export class KillableServer {
  readonly stage: BankStage
  readonly dataDir: string
  #process: ServerProcess

  static async open(): Promise<KillableServer> {
    const stage = await BankStage.open()
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'paddock-fault-'))
    return new KillableServer(stage, dataDir, await startServer(stage.server.app.databaseUrl, dataDir))
  }

  private constructor(stage: BankStage, dataDir: string, process: ServerProcess) {
    this.stage = stage
    this.dataDir = dataDir
    this.#process = process
  }

  get url(): string {
    return this.#process.url
  }

  async close(): Promise<void> {
    await this.#process.kill('SIGTERM')
    await this.stage.close()
    await rm(this.dataDir, { recursive: true, force: true })
  }

  async killed(): Promise<void> {
    await this.#process.kill('SIGKILL')
    this.#process = await startServer(this.stage.server.app.databaseUrl, this.dataDir)
  }

  async ask<T>(method: string, at: string, token: string, body?: object): Promise<{ status: number; body: T }> {
    const isForm = body instanceof FormData
    const headers = { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) }
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }
    const answer = await fetch(this.url + at, { method, headers, ...sent })
    return { status: answer.status, body: (await answer.json()) as T }
  }

  /** Sends a request to a process that dies `ms` later, and again to the next one: the answer that its sender then has. */
  async throughDeath<T>(ms: number, send: () => Promise<T>): Promise<T> {
    const first = send().catch(() => null)
    await wait(ms)
    await this.killed()
    await first
    return send()
  }
}
