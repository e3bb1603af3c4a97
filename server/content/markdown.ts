import MarkdownIt, { type Token } from 'markdown-it'
import type { Align, Article, Block, Run, Section } from '#contract/content/article.ts'
import { pageOf, PAGES } from '#contract/platform/pages.ts'

/** `article`: with its fields not filled in yet. `refusedLinks`: targets that no link may have; they stay text. */
export type Parsed = { article: Article; hasTitle: boolean; refusedLinks: string[] }

const MAIL_OR_PHONE = /^(mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+)$/
/** Never the page of another site by a path that looks like ours: `//host` and `/\host` leave it. */
const OWN_PATH = /^\/(?![/\\])/
/** Files and addresses of ours that are no pages of the client. */
const OWN_FILES = /^\/(api\/openapi\.json|sitemap\.xml)$/

/** Whether a text may link there: our own pages, their parts, `https:` addresses, email addresses and phone numbers. */
function mayLinkTo(href: string): boolean {
  if (href.startsWith('#')) return true
  if (OWN_PATH.test(href)) {
    const path = href.split(/[?#]/)[0]!
    return OWN_FILES.test(path) || pageOf(PAGES, path) !== null
  }
  return MAIL_OR_PHONE.test(href) || (/^https:\/\/[^/\s]+/.test(href) && URL.canParse(href))
}

/** Reads Markdown. Tags are text, images don't exist, and what has no place in an article keeps its text. */
export function parseMarkdown(text: string): Parsed {
  const refusedLinks: string[] = []
  const reader = new MarkdownIt('default', { html: false }).disable('image')
  reader.validateLink = (href) => {
    const isAllowed = mayLinkTo(href)
    if (!isAllowed && !refusedLinks.includes(href)) refusedLinks.push(href)
    return isAllowed
  }
  const article: Article = { title: '', lead: [], sections: [] }
  let hasTitle = false
  const ids = new Set<string>()
  for (const { level, block } of blocksOf(reader.parse(text, {}))) {
    if (level === 1 && !hasTitle) {
      article.title = plain(block)
      hasTitle = true
    } else if (level === 1 || level === 2) article.sections.push(sectionOf(plain(block), ids))
    else (article.sections.at(-1)?.blocks ?? article.lead).push(block)
  }
  return { article, hasTitle, refusedLinks }
}

/** `How it works {#how}` has its own id; other headings get one from their words. */
function sectionOf(text: string, taken: Set<string>): Section {
  const [, heading = '', own] = /^(.*?)\s*(?:\{#([a-z0-9-]+)\})?$/.exec(text) ?? []
  const words = heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const wanted = own ?? (words === '' ? 'part' : words)
  let id = wanted
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`
  taken.add(id)
  return { id, heading, blocks: [] }
}

function plain(block: Block): string {
  return 'runs' in block ? block.runs.map(({ text }) => text).join('') : ''
}

/** `level`: of a heading, else 0. */
type Placed = { level: number; block: Block }

function blocksOf(tokens: readonly Token[]): Placed[] {
  const placed: Placed[] = []
  const put = (block: Block, level = 0) => placed.push({ level, block })
  for (let at = 0; at < tokens.length; at += 1) {
    const { type, tag, content } = tokens[at]!
    const end = endOf(tokens, at)
    const inside = tokens.slice(at + 1, end)
    if (type === 'heading_open') put({ kind: 'heading', runs: runsOf(inside) }, Number(tag.slice(1)))
    else if (type === 'paragraph_open') put({ kind: 'paragraph', runs: runsOf(inside) })
    else if (type === 'blockquote_open') put({ kind: 'quote', runs: runsOf(inside) })
    else if (type === 'bullet_list_open' || type === 'ordered_list_open')
      put({ kind: 'list', ordered: type === 'ordered_list_open', items: itemsOf(inside) })
    else if (type === 'table_open') put(tableOf(inside))
    else if (type === 'fence' || type === 'code_block')
      put({ kind: 'paragraph', runs: [{ text: content.trimEnd(), code: true }] })
    at = end
  }
  return placed
}

/** The token that closes the one at `at`: itself, if it opens nothing. */
function endOf(tokens: readonly Token[], at: number): number {
  if (tokens[at]!.nesting !== 1) return at
  let depth = 0
  for (let next = at; next < tokens.length; next += 1) {
    depth += tokens[next]!.nesting
    if (depth === 0) return next
  }
  return tokens.length - 1
}

/** A list in a list continues it: articles have one level. */
function itemsOf(tokens: readonly Token[]): Run[][] {
  return tokens.filter(({ type }) => type === 'inline').map((token) => runsOf([token]))
}

const STYLE_ALIGN = /text-align:(left|center|right)/

/** The alignment of a column is data, because the content policy refuses the `style` attribute that the parser writes. */
function tableOf(tokens: readonly Token[]): Block {
  const rows: { runs: Run[]; align: Align }[][] = []
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'tr_open') rows.push([])
    if (token.type !== 'th_open' && token.type !== 'td_open') continue
    const align = STYLE_ALIGN.exec(String(token.attrGet('style') ?? ''))?.[1] as Align | undefined
    rows.at(-1)?.push({ runs: runsOf([tokens[index + 1]!]), align: align ?? 'left' })
  }
  const [head = [], ...rest] = rows
  return {
    kind: 'table',
    caption: head.map(({ runs }) => runs.map(({ text }) => text).join('')).join(', '),
    align: head.map(({ align }) => align),
    head: head.map(({ runs }) => runs),
    rows: rest.map((row) => row.map(({ runs }) => runs)),
  }
}

/** Paragraphs inside of one block are joined by a line break. */
function runsOf(tokens: readonly Token[]): Run[] {
  return tokens
    .filter(({ type }) => type === 'inline')
    .flatMap(({ children }, index) => [...(index === 0 ? [] : [{ text: '\n' }]), ...inlineRuns(children ?? [])])
}

function inlineRuns(tokens: readonly Token[]): Run[] {
  const style: Omit<Run, 'text'> = {}
  const runs: Run[] = []
  const put = (run: Run) => {
    if (run.text !== '') runs.push(run)
  }
  for (const token of tokens) {
    if (token.type === 'strong_open') style.bold = true
    else if (token.type === 'strong_close') delete style.bold
    else if (token.type === 'em_open') style.italic = true
    else if (token.type === 'em_close') delete style.italic
    else if (token.type === 'link_open') style.href = String(token.attrGet('href') ?? '/')
    else if (token.type === 'link_close') delete style.href
    else if (token.type === 'code_inline') put({ ...style, text: token.content, code: true })
    else if (token.type === 'softbreak') put({ ...style, text: ' ' })
    else if (token.type === 'hardbreak') put({ ...style, text: '\n' })
    else put({ ...style, text: token.content })
  }
  return runs
}
