import { randomUUID } from 'node:crypto'
import { newId } from '#server/platform/id.ts'
import { castLot } from '#test/inventory.ts'
import type { Desk, Stages } from './audit-stages.ts'

/** Staff actions on what our pages say and look like, and on vehicles' documents. */
export function contentStages(desk: () => Desk): Stages {
  const scheduled = async (name: string) => {
    const { server, helper } = desk()
    const id = newId()
    await server.app.pool.query(
      `insert into content_version (id, name, text, publish_at, saved_by) values ($1, $2, '# Hi', now() + interval '1 day', $3)`,
      [id, name, helper.id],
    )
    return id
  }
  const vehicle = async () => {
    const { pool } = desk().server.app
    const { lotId } = await castLot(desk().server.app)
    const found = await pool.query<{ vehicle_id: string }>('select vehicle_id from lot where id = $1', [lotId])
    return found.rows[0]!.vehicle_id
  }
  return {
    'POST /api/admin/content/:name/versions': () =>
      Promise.resolve({
        params: { name: 'about' },
        body: { versionId: randomUUID(), basedOn: null, text: '# About us', publishAt: null },
      }),
    'POST /api/admin/content/:name/versions/:versionId/cancellation': async () => ({
      params: { name: 'refund', versionId: await scheduled('refund') },
    }),
    'POST /api/admin/brand-pictures': () => {
      const body = new FormData()
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10"/></svg>'
      body.set('picture', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg')
      return Promise.resolve({ query: { kind: 'logo' }, body })
    },
    'POST /api/admin/vehicles/:vehicleId/documents': async () => {
      const body = new FormData()
      body.set('document', new Blob(['%PDF-1.4 A test']), 'title.pdf')
      return { params: { vehicleId: await vehicle() }, query: { kind: 'title' }, body }
    },
    'POST /api/admin/documents/:documentId/deletion': async () => {
      const documentId = newId()
      await desk().server.app.pool.query(
        `insert into vehicle_document (id, vehicle_id, kind, name, type, size, content_hash, storage_name)
         values ($1, $2, 'title', 'title.pdf', 'pdf', 9, $3, $4)`,
        [documentId, await vehicle(), Buffer.from(documentId), documentId.replaceAll('-', '')],
      )
      return { params: { documentId }, body: { reason: 'A test of the rules' } }
    },
  }
}
