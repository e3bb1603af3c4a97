import { randomUUID } from 'node:crypto'
import { newId } from '#server/platform/id.ts'
import type { Desk, Stages } from './audit-stages.ts'

/** Staff actions on what our pages say and look like. */
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
  }
}
