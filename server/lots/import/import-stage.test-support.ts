import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ImportMapping, ImportPreview, VehicleImport } from '#contract/lots/import.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import type { TestServer } from '#test/harness/test-server.ts'

export const importAddress = (importId: string, more = '') => `/api/admin/vehicle-imports/${importId}${more}`

export const SMALL = ['Stock,VIN,Year,Make,Model,Body,Odometer,Title,Keys,Runs,Seller Type,Yard,Start Price']
export const ROW = (stock: string, own: Partial<Record<string, string>> = {}) =>
  [
    stock,
    own['vin'] ?? '',
    own['year'] ?? '2012',
    'Kiri',
    own['model'] ?? 'Urban',
    'SUV',
    own['odometer'] ?? '98000 km',
    own['title'] ?? 'Clean',
    'yes',
    'Runs and drives',
    'Fleet',
    'Springfield',
    own['price'] ?? '',
  ].join(',')

/** Columns of {@link SMALL} that their names don't give away. */
export const UNGUESSED = { runState: 9, sellerKind: 10, location: 11 }

/** What staff do with a file of vehicles, on an open server. */
export function importStage(open: () => { server: TestServer; token: string }) {
  async function send(content: Buffer, name = 'stock.csv'): Promise<VehicleImport> {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(content)]), name)
    const headers = { authorization: `Bearer ${open().token}` }
    const answer = await fetch(`${open().server.url}/api/admin/vehicle-imports`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
    return (await answer.json()) as VehicleImport
  }

  async function until(importId: string, states: VehicleImport['state'][]): Promise<VehicleImport> {
    for (;;) {
      const { body } = await open().server.call('GET', importAddress(importId), { token: open().token })
      const state = body as VehicleImport
      if (states.includes(state.state)) return state
      await wait(50)
    }
  }

  async function preview(importId: string): Promise<ImportPreview> {
    const { status, body } = await open().server.call('POST', importAddress(importId, '/preview'), {
      token: open().token,
      body: {},
    })
    expect(status).toBe(200)
    return body as ImportPreview
  }

  async function step(
    importId: string,
    what: 'check' | 'run',
    mapping: ImportMapping,
    auctionId: string | null = null,
  ) {
    return open().server.call('POST', importAddress(importId, `/${what}`), {
      token: open().token,
      body: { mapping, auctionId },
    })
  }

  async function allNotes(importId: string): Promise<RowNote[]> {
    const notes: RowNote[] = []
    let after = ''
    for (;;) {
      const { body } = await open().server.call('GET', importAddress(importId, `/notes${after}`), {
        token: open().token,
      })
      const page = body as { items: RowNote[]; next: number | null }
      notes.push(...page.items)
      if (page.next === null) return notes
      after = `?after=${page.next}`
    }
  }

  async function imported(lines: string[], auctionId: string | null = null, own: Partial<ImportMapping> = {}) {
    const sent = await send(Buffer.from([...SMALL, ...lines, ''].join('\n')))
    await until(sent.id, ['ready', 'checked', 'done'])
    const { mapping } = await preview(sent.id)
    const columns = { ...mapping.columns, ...UNGUESSED }
    const begun = await step(sent.id, 'run', { ...mapping, columns, ...own }, auctionId)
    expect(begun).toMatchObject({ status: 202 })
    return { ...(await until(sent.id, ['done'])), notes: await allNotes(sent.id) }
  }

  return { send, until, preview, step, allNotes, imported }
}
