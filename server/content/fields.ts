import type { Article, Block, Run } from '#contract/content/article.ts'
import { textOfRuns } from '#contract/content/plain-text.ts'
import type { Parsed } from './markdown.ts'

/** What a field shows: text, with a link if it is an address; or blocks, which stand on a line of their own. */
export type FieldValue = { text: string; href?: string } | { blocks: Block[]; shows: string }

/** By name. The values are read when an article is shown, so that none of them can be out of date. */
export type Fields = ReadonlyMap<string, FieldValue>

const FIELD = /\{\{\s*([^{}]*?)\s*\}\}/g
const ALONE = /^\{\{\s*([^{}]*?)\s*\}\}$/

/** Fields in an article: unknown names, and those that fill lines of their own but stand among words. */
export function faultsOfFields({ article }: Parsed, fields: Fields): { unknown: string[]; notAlone: string[] } {
  const unknown = new Set<string>()
  const notAlone = new Set<string>()
  for (const text of [article.title, ...article.sections.map(({ heading }) => heading)])
    for (const name of namesIn(text)) note(name)
  for (const block of allBlocks(article)) {
    if (aloneIn(block, fields) !== null) continue
    for (const runs of runsOf(block)) for (const { text } of runs) for (const name of namesIn(text)) note(name)
  }
  return { unknown: [...unknown], notAlone: [...notAlone] }

  function note(name: string) {
    const value = fields.get(name)
    if (value === undefined) unknown.add(name)
    else if ('blocks' in value) notAlone.add(name)
  }
}

/** The article with its fields filled in. A name that a later release no longer knows shows nothing. */
export function fillIn(article: Article, fields: Fields): Article {
  return {
    title: fillText(article.title, fields),
    lead: fillBlocks(article.lead, fields),
    sections: article.sections.map(({ id, heading, blocks }) => ({
      id,
      heading: fillText(heading, fields),
      blocks: fillBlocks(blocks, fields),
    })),
  }
}

function fillBlocks(blocks: readonly Block[], fields: Fields): Block[] {
  return blocks.flatMap((block) => aloneIn(block, fields) ?? withRuns(block, (runs) => fillRuns(runs, fields)))
}

function aloneIn(block: Block, fields: Fields): Block[] | null {
  if (block.kind !== 'paragraph') return null
  const [, name] = ALONE.exec(textOfRuns(block.runs).trim()) ?? []
  const value = name === undefined ? undefined : fields.get(name)
  return value !== undefined && 'blocks' in value ? value.blocks : null
}

function withRuns(block: Block, change: (runs: Run[]) => Run[]): Block {
  if (block.kind === 'part') return block
  if (block.kind === 'list') return { ...block, items: block.items.map(change) }
  if (block.kind !== 'table') return { ...block, runs: change(block.runs) }
  return { ...block, head: block.head.map(change), rows: block.rows.map((row) => row.map(change)) }
}

/** A value is text of its own: whatever it contains, nothing in it is read as Markdown or as a field again. */
function fillRuns(runs: readonly Run[], fields: Fields): Run[] {
  const filled: Run[] = []
  for (const run of runs) {
    for (const [index, piece] of run.text.split(FIELD).entries()) {
      const value = index % 2 === 0 ? { text: piece } : fields.get(piece)
      if (value === undefined || 'blocks' in value || value.text === '') continue
      const href = run.href ?? ('href' in value ? value.href : undefined)
      append(filled, { ...run, text: value.text, ...(href === undefined ? {} : { href }) })
    }
  }
  return filled
}

/** Joins a run to the one before it if both have one style. */
function append(runs: Run[], run: Run): void {
  const style = ({ bold, italic, code, href }: Run) => JSON.stringify([bold, italic, code, href])
  const last = runs.at(-1)
  if (last !== undefined && style(last) === style(run)) last.text += run.text
  else runs.push(run)
}

function fillText(text: string, fields: Fields): string {
  return text.replaceAll(FIELD, (_, name: string) => {
    const value = fields.get(name)
    return value === undefined || 'blocks' in value ? '' : value.text
  })
}

function namesIn(text: string): string[] {
  return [...text.matchAll(FIELD)].map(([, name = '']) => name)
}

function allBlocks({ lead, sections }: Article): Block[] {
  return [...lead, ...sections.flatMap(({ blocks }) => blocks)]
}

function runsOf(block: Block): Run[][] {
  if (block.kind === 'part') return []
  if (block.kind === 'list') return block.items
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [block.runs]
}
