import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pageOf, PAGES } from '#contract/platform/pages.ts'
import type { Language } from '#contract/platform/languages.ts'
import type { Config } from '../config/config.ts'
import { acceptedLanguage, pageAddress } from '../rendering/accepts.ts'
import type { SharedSource } from '../rendering/shared-answer.ts'
import { SharedAnswers } from '../shared/shared-answers.ts'
import { SHOWN } from '../shared/shown.ts'

const HTML = 'text/html; charset=utf-8'

/** Written by the build next to the page: the scripts a page needs before it shows anything; with a `?` suffix, with a query. */
const FIRST_SCRIPTS = 'first-scripts.json'
/** Ends the name of what a page needs for people who are signed in, where that isn't the same. */
const FOR_MEMBERS = ' for members'

/** The tags of a page's entry and of what it imports. */
const SCRIPT_TAGS = /<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g

/** Headers that apply only to documents. On files that a document loads they have no effect and cost bytes each time. */
const OF_DOCUMENTS = [
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]
/** The long policy lists what a page may load; a script, style or font opened directly may load nothing. */
const POLICY_OF_PARTS = "default-src 'none'; frame-ancestors 'none'"
const PART_OF_PAGE = /\.(js|css|woff2)(\.br|\.gz)?$/

/**
 * The head of a page for crawlers and link previews, the company's mark, and what the page holds until its scripts have come: all escaped.
 * `showsContent`: whether `body` is content to read already.
 */
export type PageHead = {
  title: string
  description: string
  tags: string
  mark?: string
  body?: string
  showsContent?: boolean
}

/** `query`: null without one; otherwise what `queryOf` keeps of it, since with a query a page shows something else. */
export type AskedPage = { path: string; query: string | null; language: Language }

export type PageHeads = {
  /** The page-specific head of a path; null for none. */
  headOf(asked: AskedPage): Promise<PageHead | null>
  /** The part of a query that the head depends on. Each value is a page of its own in the cache. */
  queryOf(path: string, given: URLSearchParams): string
}

const NO_HEADS: PageHeads = { headOf: () => Promise.resolve(null), queryOf: () => '' }

/**
 * Serves the built client: hashed assets immutable and precompressed, the page itself for every route. An unknown path gets the same
 * page with status 404 and shows not-found. `shared` caches rendered pages.
 */
export async function servePages(
  http: FastifyInstance,
  config: Config,
  folder: string,
  heads: PageHeads = NO_HEADS,
  shared = new SharedAnswers(),
): Promise<void> {
  const index = path.join(folder, 'index.html')
  const isBuilt = existsSync(index)
  const https = config.publicUrl.startsWith('https:')
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(isBuilt ? hashesOfInlineScripts(readFileSync(index, 'utf8')) : [])],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
  if (!isBuilt) return serveNothing(http)
  const { render, renderUnknown } = await pageRenderer(folder, heads)
  await http.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', FIRST_SCRIPTS],
    cacheControl: false,
    setHeaders: (reply, file) => {
      const forever = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (!forever || !PART_OF_PAGE.test(file)) return
      reply.raw.setHeader('content-security-policy', POLICY_OF_PARTS)
      for (const name of OF_DOCUMENTS) reply.raw.removeHeader(name)
    },
  })
  http.get('/*', async (request, reply) => {
    // Not as a base: of "//x" it would take the x for a host.
    const { pathname, search, searchParams } = new URL(`http://company${request.url}`)
    const language = acceptedLanguage(request.headers['accept-language'])
    const pattern = pageOf(PAGES, pathname)
    if (pattern === null) {
      const unknown = await renderUnknown(language)
      return reply.code(404).headers({ 'cache-control': 'no-cache', vary: 'accept-language' }).type(HTML).send(unknown)
    }
    const query = search === '' ? null : heads.queryOf(pathname, searchParams)
    const page = await shared.keep(
      pageAddress(query === null ? pathname : `${pathname}?${query}`, language),
      pageAt(() => render(pattern, { path: pathname, query, language })),
    )
    return page.send(request, reply)
  })
}

function serveNothing(http: FastifyInstance): void {
  http.get('/*', (_request, reply) =>
    reply.code(503).type('text/plain').send('The client is not built. Run npm run build.\n'),
  )
}

/** For the content policy: the scripts that the build wrote into the page itself, and no others. Data in the page is no script. */
function hashesOfInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

export type PageRenderer = {
  /** The page for a path that fits `pattern`, with its own head and the scripts it needs first. */
  render(pattern: string, asked: AskedPage): Promise<string>
  /** For a path that is no page. */
  renderUnknown(language?: Language): Promise<string>
}

/** Renders the pages of the client that was built into `folder`. */
export async function pageRenderer(folder: string, { headOf }: PageHeads): Promise<PageRenderer> {
  const plain = withIntegrity(await readFile(path.join(folder, 'index.html'), 'utf8'), folder)
  const scriptTags = await readScriptTags(folder)
  return {
    async renderUnknown(language = 'en') {
      const head = await headOf({ path: '/not-found', query: null, language })
      return head === null ? plain : withHead(inLanguage(plain, language), head)
    },
    async render(pattern, asked) {
      const head = await headOf(asked)
      const tags = (asked.query === null ? undefined : scriptTags.get(`${pattern}?`)) ?? scriptTags.get(pattern) ?? ''
      if (head === null) return withTags(plain, tags)
      const html = withTags(withHead(at(asked.path, inLanguage(plain, asked.language)), head), tags)
      return head.showsContent === true ? scriptsAfterContent(html) : html
    },
  }
}

/** The page's own script sets it again, from what the person chose. */
function inLanguage(html: string, language: Language): string {
  return language === 'en' ? html : html.replace('<html lang="en"', `<html lang="${language}"`)
}

/** The path that the page shows, for the script that compares it with the address: an offline page is another page's. */
function at(pathname: string, html: string): string {
  const value = pathname.replaceAll('&', '&amp;').replaceAll('"', '%22')
  return html.replace(/<html lang="[a-z]+"/, (tag) => `${tag} data-path="${value}"`)
}

function pageAt(read: () => Promise<string>): SharedSource<string> {
  return {
    access: 'visitor',
    mediaType: HTML,
    vary: 'accept-language',
    topics: [SHOWN],
    isPackedFirst: true,
    read,
    render: (page) => page,
  }
}

/** The page with its own head. Replacement values are functions, because in a replacement string a dollar sign is special. */
function withHead(html: string, { title, description, tags, mark = '', body }: PageHead): string {
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*/, (_, start: string) => start + description)
    .replace('</head>', () => `  ${tags}\n  </head>`)
    .replace('<!--company-->', () => mark)
    .replace(/<noscript>[^]*?<\/noscript>/, (whole) => body ?? whole)
}

function withTags(html: string, tags: string): string {
  return tags === '' ? html : html.replace('</head>', () => `  ${tags}\n  </head>`)
}

/** The page's scripts become a template ahead of its first script, which fetches them (`web/fast-start/scripts-after-content.ts`). */
function scriptsAfterContent(html: string): string {
  const scripts = html.match(SCRIPT_TAGS) ?? []
  return html
    .replaceAll(SCRIPT_TAGS, '')
    .replace('<script>', (first) => `<template data-scripts>${scripts.join('')}</template>${first}`)
}

/** By page; without the file, of a client that was not built with one, nothing is named early and everything works. */
async function readScriptTags(folder: string): Promise<Map<string, string>> {
  const file = path.join(folder, FIRST_SCRIPTS)
  if (!existsSync(file)) return new Map()
  const scripts: Record<string, string[]> = JSON.parse(await readFile(file, 'utf8'))
  const tag = (script: string, readers: string) =>
    `<link rel="modulepreload" crossorigin fetchpriority="low"${readers} href="${script}" />`
  const tags = Object.entries(scripts).map(([page, visitors]) => {
    const members = scripts[page + FOR_MEMBERS] ?? visitors
    const all = new Set([...visitors, ...members])
    const named = [...all].map((script) => tag(script, readersOf(visitors.includes(script), members.includes(script))))
    return [page, withIntegrity(named.join('\n    '), folder)] as const
  })
  return new Map(tags)
}

function readersOf(isForVisitors: boolean, isForMembers: boolean): string {
  if (isForVisitors && isForMembers) return ''
  return ` data-for="${isForVisitors ? 'visitors' : 'members'}"`
}

/** The scripts and styles that a page names, with the hash of the built files: a browser runs nothing else in their place. */
function withIntegrity(html: string, folder: string): string {
  return html.replaceAll(
    /<(?:script|link)\b[^>]*?\b(?:src|href)="\/([^"?#]+\.(?:js|css))"(?=[^>]*>)/g,
    (tag, name: string) => {
      const file = path.join(folder, name)
      return existsSync(file)
        ? `${tag} integrity="sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}"`
        : tag
    },
  )
}
