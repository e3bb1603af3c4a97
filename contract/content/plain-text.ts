import type { Block, Run } from './article.ts'

/** The text of blocks without its styles, for searching and for descriptions. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ')
}

function textOf(block: Block): string {
  if (block.kind === 'part') return ''
  if (block.kind === 'list') return block.items.map(textOfRuns).join(' ')
  if (block.kind === 'table') return [block.head, ...block.rows].map((row) => row.map(textOfRuns).join(' ')).join(' ')
  return textOfRuns(block.runs)
}

export function textOfRuns(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('')
}
