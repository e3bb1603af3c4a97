import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openHttp } from './http.ts'
import { pageRenderer, servePages } from './pages.ts'

const SCRIPT = Buffer.from(`console.log(${JSON.stringify('lots '.repeat(400))})`)
const MAIN = '/assets/main-4f3a.js'
const INTEGRITY = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`
const built = (integrity: string) =>
  `<!doctype html><html><head><title>Paddock</title><script>watch()</script><script type="module" crossorigin src="/assets/main-4f3a.js"${integrity}></script></head><body></body></html>`
const HTML = built(` integrity="${INTEGRITY}"`)

let pages: FastifyInstance
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-static-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'index.html'), built(''))
  for (const at of ['assets/main-4f3a.js', 'sw.js']) {
    await writeFile(path.join(folder, at), SCRIPT)
    await writeFile(path.join(folder, `${at}.br`), brotliCompressSync(SCRIPT))
    await writeFile(path.join(folder, `${at}.gz`), gzipSync(SCRIPT))
  }
  const scripts = { '/faq': [MAIN], '/lot/:lotNumber': [MAIN, '/a.js'], '/lot/:lotNumber for members': [MAIN, '/b.js'] }
  await writeFile(path.join(folder, 'first-scripts.json'), JSON.stringify(scripts))
  const config = readConfig({ DATA_DIR: folder })
  pages = openHttp(config, pino({ level: 'silent' }))
  await servePages(pages, config, folder)
})

afterAll(async () => {
  await pages.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (url: string, accept?: string, more: Record<string, string> = {}) =>
  pages.inject({ url, headers: { ...(accept === undefined ? {} : { 'accept-encoding': accept }), ...more } })

test('an asset is cached permanently, and sent with the build’s compression that the browser accepts', async () => {
  for (const [accept, encoding, bytes] of [
    ['gzip, deflate, br', 'br', brotliCompressSync(SCRIPT)],
    ['gzip', 'gzip', gzipSync(SCRIPT)],
    ['identity', undefined, SCRIPT],
    [undefined, undefined, SCRIPT],
  ] as const) {
    const answer = await get('/assets/main-4f3a.js', accept)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toContain('javascript')
    expect(String(answer.headers['vary']).toLowerCase()).toContain('accept-encoding')
    expect(answer.rawPayload).toEqual(bytes)
  }
})

test('document headers are sent with the page, and not with its files, which may load nothing themselves', async () => {
  const [page, script] = await Promise.all([get('/faq', 'br'), get('/assets/main-4f3a.js', 'br')])
  expect(page.headers['x-frame-options']).toBeTruthy()
  expect(script.headers['x-frame-options']).toBeUndefined()
  for (const answer of [page, script, await get('/sw.js'), await get('/no/such/page')]) {
    expect(answer.headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(answer.headers['permissions-policy']).toContain('geolocation=()')
  }
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(script.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(script.headers['x-content-type-options']).toBe('nosniff')
  expect((await get('/assets/not-there.js')).headers['content-security-policy']).toBeTruthy()
})

test('a script that the build inlined may run, by its hash, and no other', async () => {
  const policy = String((await get('/faq')).headers['content-security-policy'])
  const hash = createHash('sha256').update('watch()').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).not.toContain('unsafe')
})

test('files with stable names are revalidated each time, and not resent while unchanged', async () => {
  const first = await get('/sw.js', 'br')
  expect(first.headers['cache-control']).toBe('no-cache')
  const held = await get('/sw.js', 'br', { 'if-none-match': String(first.headers['etag']) })
  expect([held.statusCode, held.body]).toEqual([304, ''])
})

test('compressed files have no own addresses, and an unknown path is a 404 with the page', async () => {
  for (const at of ['/assets/main-4f3a.js.br', '/sw.js.gz', '/no/such/page', '/FAQ', '/My-Bids', '/ADMIN']) {
    const answer = await get(at)
    expect([answer.statusCode, answer.body]).toEqual([404, HTML])
    expect(answer.headers).not.toHaveProperty('etag')
  }
})

test('an address that begins with two slashes is an unknown path, and names no host', async () => {
  await pages.listen({ port: 0, host: '127.0.0.1' })
  const { port } = pages.server.address() as AddressInfo
  // A browser's fetch and `inject` would change these addresses.
  const statusOf = async (at: string) => {
    const [answer] = (await once(request({ port, path: at }).end(), 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  // A trailing slash is ignored.
  expect(await statusOf('//')).toBe(200)
  for (const at of ['//[', '//a:b', '//@', '//company.example/', '/\\\\x'])
    expect([at, await statusOf(at)]).toEqual([at, 404])
})

test('a browser runs only scripts from the build: every script tag has its hash', async () => {
  for (const at of ['/', '/faq', '/no/such/page']) {
    const tags = [...(await get(at)).body.matchAll(/<(?:script|link)[^>]*\.js"[^>]*>/g)].map(([tag]) => tag)
    expect(tags.length).toBeGreaterThan(0)
    for (const tag of tags) expect(tag).toContain(`integrity="${INTEGRITY}"`)
  }
})

test('a page preloads the scripts that it needs first, and their list has no address', async () => {
  const tag = `<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/main-4f3a.js" integrity="${INTEGRITY}" />`
  expect((await get('/faq')).body).toContain(tag)
  expect((await get('/')).body).toBe(HTML)
  expect((await get('/first-scripts.json')).statusCode).toBe(404)
})

test('a page that shows content holds its scripts ahead of its first script, which fetches them after the content', async () => {
  const head = { title: 'Questions', description: '', tags: '' }
  const rendered = async (showsContent: boolean) => {
    const { render } = await pageRenderer(folder, {
      headOf: async () => ({ ...head, showsContent }),
      queryOf: () => '',
    })
    return render('/faq', { path: '/faq', query: null, language: 'en' })
  }
  const entry = `<script type="module" crossorigin src="/assets/main-4f3a.js" integrity="${INTEGRITY}"></script>`
  const preload = `<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/main-4f3a.js" integrity="${INTEGRITY}" />`
  const held = await rendered(true)
  expect(held).toContain(`<template data-scripts>${entry}${preload}</template><script>watch()`)
  expect(held.split('main-4f3a')).toHaveLength(3)
  const plain = await rendered(false)
  expect(plain).toContain(entry)
  expect(plain).not.toContain('<template')
})

test('a page says which scripts only visitors, or only members, need first', async () => {
  const { body } = await get('/lot/1001')
  const named = [...body.matchAll(/<link rel="modulepreload" crossorigin fetchpriority="low"([^>]*?) href="([^"]*)"/g)]
  expect(named.map(([, readers, script]) => [script, readers])).toEqual([
    [MAIN, ''],
    ['/a.js', ' data-for="visitors"'],
    ['/b.js', ' data-for="members"'],
  ])
})
