import { randomUUID } from 'node:crypto'
import type { Payment } from '#contract/payments/payments.ts'
import type { BankImport, BankLine, BankPreview } from '#contract/payments/transfers.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { runImports } from '#server/platform/import/run-imports.ts'
import { BANK_IMPORT } from './bank-import.ts'

export const HEAD = 'Date,Amount,Currency,Reference,Payer,IBAN,Transaction id'
const BANK = {
  holder: 'Paddock Auctions',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  bank: 'Test Bank',
}

let count = 0

/** A row of the bank's file, with a unique id. */
export function line(amount: string, text: string): string {
  count += 1
  return `2026-11-20,${amount},USD,"${text}",M Milo,DE99,T${count}`
}

/** A test server with a bank account, Kofi as cashier, and Milo, who pays by transfer. No job and no outbox runs. */
export class BankStage {
  readonly server: TestServer
  kofi!: CastMember
  milo!: CastMember

  static async open(): Promise<BankStage> {
    const stage = new BankStage(await openTestServer({ config: { roles: new Set(['api']) } }))
    await stage.rows(`insert into setting (key, value) values ('bankAccount', $1)`, JSON.stringify(BANK))
    stage.kofi = await castPerson(stage.server.app.pool, { name: 'Kofi', role: 'cashier' })
    return stage
  }

  private constructor(server: TestServer) {
    this.server = server
  }

  close(): Promise<void> {
    return this.server.close()
  }

  async newMilo(): Promise<void> {
    this.milo = await castPerson(this.server.app.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
  }

  async rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
    return (await this.server.app.pool.query(text, values)).rows as T[]
  }

  async balanceOf(account: string): Promise<number> {
    const [found] = await this.rows<{ sum: number }>(
      'select coalesce(sum(amount), 0)::bigint as sum from money_entry where account = $1',
      account,
    )
    return found!.sum
  }

  async transfer(own: object = {}): Promise<Payment> {
    const body = { idempotencyKey: randomUUID(), provider: 'transfer', purpose: 'membership', ...own }
    const answer = await this.server.call('POST', '/api/payments', { token: this.milo.token, body })
    if (answer.status !== 201) throw new Error(`not started: ${JSON.stringify(answer.body)}`)
    return answer.body as Payment
  }

  admin(method: string, path: string, body?: unknown) {
    return this.server.call(method, `/api/admin${path}`, {
      token: this.kofi.token,
      ...(body === undefined ? {} : { body }),
    })
  }

  /** Uploads a file and reads it. */
  async send(content: string | Buffer): Promise<BankImport> {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'bank.csv')
    const headers = { authorization: `Bearer ${this.kofi.token}` }
    const sent = await fetch(`${this.server.url}/api/admin/bank-imports`, { method: 'POST', headers, body })
    const { id } = (await sent.json()) as BankImport
    await this.runImports()
    return (await this.admin('GET', `/bank-imports/${id}`)).body as BankImport
  }

  runImports(): Promise<void> {
    return runImports(this.server.app, BANK_IMPORT)
  }

  /** Imports a file of these lines with the mapping that the server proposes. */
  async bring(...lines: string[]): Promise<BankImport> {
    const { id } = await this.send([HEAD, ...lines, ''].join('\n'))
    const { body } = await this.admin('POST', `/bank-imports/${id}/preview`, {})
    await this.admin('POST', `/bank-imports/${id}/run`, { mapping: (body as BankPreview).mapping })
    await this.runImports()
    return (await this.admin('GET', `/bank-imports/${id}`)).body as BankImport
  }

  async read({ id }: Payment): Promise<Payment> {
    return (await this.server.call('GET', `/api/payments/${id}`, { token: this.milo.token })).body as Payment
  }

  async openLines(q = ''): Promise<BankLine[]> {
    return ((await this.admin('GET', `/bank-lines?q=${q}`)).body as { items: BankLine[] }).items
  }
}
