import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendUpload } from './send-file.ts'

test('an uploaded file keeps its name, and quotes in it don’t end the name', async () => {
  const http = fastify()
  http.get('/', (_request, reply) => sendUpload(reply, 'Übergabe "neu"\\.pdf', Buffer.from('%PDF')))
  const { headers } = await http.inject('/')
  expect(headers['content-disposition']).toBe(
    `attachment; filename="_bergabe _neu__.pdf"; filename*=UTF-8''%C3%9Cbergabe%20%22neu%22%5C.pdf`,
  )
})
