import { createHash, randomUUID } from 'node:crypto'
import type { Payment } from '#contract/membership.ts'
import type { BankImport, BankLine, BankPreview } from '#contract/transfers.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { runImports } from './run-imports.ts'

export const HEAD = 'Date,Amount,Currency,Reference,Payer,IBAN,Transaction id'
const BANK = {
  holder: 'Paddock Auctions',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: 'BYLADEM1001',
  bank: 'Test Bank',
}
const PART = 120

let count = 0

/** A row of the bank's file, with an id of its own. */
export function line(amount: string, text: string): string {
  count += 1
  return `2026-11-20,${amount},USD,${text},M Milo,DE99,T${count}`
}

/** A house with a bank account, Kofi at the till, and Milo, who pays by transfer. No chore and no outbox runs. */
export class BankStage {
  readonly house: TestHouse
  kofi!: CastMember
  milo!: CastMember

  static async open(): Promise<BankStage> {
    const stage = new BankStage(await openHouse({ config: { roles: new Set(['api']) } }))
    await stage.rows(`insert into setting (key, value) values ('bankAccount', $1)`, JSON.stringify(BANK))
    stage.kofi = await castPerson(stage.house.house.pool, { name: 'Kofi', role: 'cashier' })
    return stage
  }

  private constructor(house: TestHouse) {
    this.house = house
  }

  close(): Promise<void> {
    return this.house.close()
  }

  async newMilo(): Promise<void> {
    this.milo = await castPerson(this.house.house.pool, { name: 'Milo', hasPaid: false, verification: 'pending' })
  }

  async rows<T>(text: string, ...values: unknown[]): Promise<T[]> {
    return (await this.house.house.pool.query(text, values)).rows as T[]
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
    const answer = await this.house.call('POST', '/api/payments', { token: this.milo.token, body })
    if (answer.status !== 201) throw new Error(`not started: ${JSON.stringify(answer.body)}`)
    return answer.body as Payment
  }

  admin(method: string, path: string, body?: unknown) {
    return this.house.call(method, `/api/admin${path}`, {
      token: this.kofi.token,
      ...(body === undefined ? {} : { body }),
    })
  }

  /** Sends a file as the page does: announced, then in parts. */
  async send(text: string): Promise<BankImport> {
    const parts = Array.from({ length: Math.ceil(text.length / PART) }, (_, n) => text.slice(n * PART, (n + 1) * PART))
    const file = {
      fileName: 'bank.csv',
      hash: createHash('sha256').update(text).digest('hex'),
      partCount: parts.length,
    }
    const opened = (await this.admin('POST', '/bank-imports', file)).body as BankImport
    for (const number of opened.missing) {
      await this.admin('PUT', `/bank-imports/${opened.id}/parts/${number}`, { text: parts[number] })
    }
    return (await this.admin('GET', `/bank-imports/${opened.id}`)).body as BankImport
  }

  /** Imports a file of these lines by the mapping that the house proposes. */
  async bring(...lines: string[]): Promise<BankImport> {
    const { id } = await this.send([HEAD, ...lines, ''].join('\n'))
    const { body } = await this.admin('POST', `/bank-imports/${id}/preview`, {})
    await this.admin('POST', `/bank-imports/${id}/run`, { mapping: (body as BankPreview).mapping })
    await runImports(this.house.house)
    return (await this.admin('GET', `/bank-imports/${id}`)).body as BankImport
  }

  async read({ id }: Payment): Promise<Payment> {
    return (await this.house.call('GET', `/api/payments/${id}`, { token: this.milo.token })).body as Payment
  }

  async openLines(q = ''): Promise<BankLine[]> {
    return ((await this.admin('GET', `/bank-lines?q=${q}`)).body as { items: BankLine[] }).items
  }
}
