import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Align, Block, Run } from '#contract/content/article.ts'
import { Table } from '../ui/table.tsx'

/** What stands at the places of interactive parts. */
export type Parts = Partial<Record<Extract<Block, { kind: 'part' }>['part'], ReactNode>>

/** The blocks of a text. All of it is data: nothing in it can become a tag. */
export function Blocks({ blocks, parts = {} }: { blocks: readonly Block[]; parts?: Parts }) {
  // A text doesn't change while it is shown, so a block is known by its place.
  return blocks.map((block, index) => <OneBlock key={index} block={block} parts={parts} />)
}

function OneBlock({ block, parts }: { block: Block; parts: Parts }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="mt-3 break-words whitespace-pre-line">
          <Runs runs={block.runs} />
        </p>
      )
    case 'heading':
      return (
        <h3 className="mt-6 text-base">
          <Runs runs={block.runs} />
        </h3>
      )
    case 'quote':
      return (
        <blockquote className="mt-4 border-l-4 border-line pl-4 break-words whitespace-pre-line">
          <Runs runs={block.runs} />
        </blockquote>
      )
    case 'list':
      return <List {...block} />
    case 'table':
      return <DataTable {...block} />
    case 'part':
      return parts[block.part] ?? null
  }
}

function List({ ordered, items }: Extract<Block, { kind: 'list' }>) {
  const entries = items.map((runs, index) => (
    <li key={index} className="break-words whitespace-pre-line">
      <Runs runs={runs} />
    </li>
  ))
  const look = 'mt-3 space-y-2 pl-5'
  return ordered ? (
    <ol className={`${look} list-decimal`}>{entries}</ol>
  ) : (
    <ul className={`${look} list-disc`}>{entries}</ul>
  )
}

const ALIGN: Record<Align, string> = { left: 'text-left', center: 'text-center!', right: 'text-right!' }

function DataTable({ caption, align, head, rows }: Extract<Block, { kind: 'table' }>) {
  const look = (column: number) => ALIGN[align[column] ?? 'left']
  return (
    <div className="mt-4 max-w-[28rem]">
      <Table caption={caption} dense>
        <thead>
          <tr>
            {head.map((runs, column) => (
              <th key={column} scope="col" className={look(column)}>
                <Runs runs={runs} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((runs, column) => (
                <td key={column} className={look(column)}>
                  <Runs runs={runs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, index) => <Styled key={index} run={run} />)
}

function Styled({ run: { text, bold, italic, code, href } }: { run: Run }) {
  let styled: ReactNode = text
  if (code === true) styled = <code className="rounded-sm bg-fog px-1 whitespace-pre-wrap">{styled}</code>
  if (italic === true) styled = <em>{styled}</em>
  if (bold === true) styled = <strong className="font-semibold">{styled}</strong>
  if (href === undefined) return styled
  const look = 'text-link'
  if (href.startsWith('/') && !href.includes('.')) {
    return (
      <Link href={href} className={look}>
        {styled}
      </Link>
    )
  }
  return (
    <a href={href} className={look} {...(href.startsWith('https:') ? { rel: 'noopener' } : {})}>
      {styled}
    </a>
  )
}
