import { judgedUnit, spreadText, valueText, verdictText } from '../figure-text.ts'
import type { Figure } from '../figures.ts'
import { judge } from '../judge.ts'
import type { Machine } from '../machine.ts'
import type { Kept } from './kept.ts'

/**
 * The report in Markdown, rendered from the stored outcomes. A figure that misses its target is reported like any other. Plots are
 * expected in `plots/` next to it, each under its name.
 */
export function renderReport(all: readonly Kept[]): string {
  const machines = [...new Map(all.map(({ machine }) => [hardwareOf(machine), machine])).values()]
  const parts = [
    '# Benchmarks',
    'Written by `npm run bench -- --report`; one benchmark alone, such as `npm run bench -- b1 --report`, renews its own part. Every figure is held against a yardstick that took turns with it in the same run: a ratio is that of the medians, with the least and the greatest ratio of a single round. A run in which an invariant was broken gives no figures, and each benchmark must find out a planted wrong variant before it counts.',
    overview(all),
    ...machines.map((machine) => machineSection(machine, machines.length > 1)),
    ...all.map((kept) => section(kept, machines.length > 1)),
  ]
  return `${parts.join('\n\n')}\n`
}

function overview(all: readonly Kept[]): string {
  const rows = all.flatMap(({ outcome }) =>
    outcome.figures.map((figure) => {
      const judgment = judge(figure)
      const unit = judgedUnit(figure)
      return [
        `[${outcome.id} ${outcome.title}](#${anchorOf(headingOf(outcome))})`,
        figure.what,
        spreadText(judgment.value, unit),
        targetText(figure, figure.must),
        targetText(figure, figure.aim),
        verdictText(figure, judgment),
      ]
    }),
  )
  return table(['benchmark', 'figure', 'measured', 'must', 'aim', 'verdict'], rows)
}

function section({ name, measuredAt, commit, quick, machine, outcome }: Kept, tellsMachine: boolean): string {
  const rows = outcome.figures.map((figure) => {
    const judgment = judge(figure)
    const { ours, yardstick } = judgment
    return [
      figure.what,
      spreadText(ours, figure.unit),
      yardstick === null ? '' : `${spreadText(yardstick, figure.unit)} ${figure.yardstick!.what}`,
      yardstick === null ? '' : spreadText(judgment.value, 'x'),
      targetText(figure, figure.must),
      targetText(figure, figure.aim),
      verdictText(figure, judgment),
    ]
  })
  const rounds = outcome.figures[0]?.ours.length ?? 0
  const run = [
    `\`npm run bench -- ${name}${quick ? ' --quick' : ''}\``,
    `${rounds} rounds`,
    measuredAt.slice(0, 16).replace('T', ' ') + ' UTC',
    commit === null ? 'no commit' : `commit ${commit}${commit.endsWith('+') ? ' and changes' : ''}`,
    ...(tellsMachine ? [hardwareOf(machine)] : []),
  ]
  const head = ['figure', 'ours', 'yardstick', 'ratio', 'must', 'aim', 'verdict']
  return [
    `## ${headingOf(outcome)}`,
    outcome.load,
    table(head, rows),
    ...(outcome.notes === undefined || outcome.notes.length === 0
      ? []
      : [outcome.notes.map((note) => `- ${note}`).join('\n')]),
    ...(outcome.plots ?? []).map(({ title, name: file }) => `![${title}](plots/${file}.svg)`),
    `${run.join(', ')}.`,
  ].join('\n\n')
}

function machineSection(machine: Machine, isOneOfMany: boolean): string {
  const { postgres, settings, sync } = machine
  const rows = [
    ['processor', `${machine.cores} × ${machine.processor}`],
    ['memory', `${machine.memoryGb} GB`],
    ['system', machine.system],
    ['Node', machine.node],
    ['database', postgres],
    [
      'its settings',
      Object.entries(settings)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', '),
    ],
    [
      'forcing 8 KB to disk',
      `median ${valueText(sync.medianMs, 'ms')}, p99 ${valueText(sync.p99Ms, 'ms')} (${sync.filesystem})`,
    ],
  ]
  const title = isOneOfMany ? `## The machine ${hardwareOf(machine)}` : '## The machine'
  return [title, 'Server, database and the clients that load them share it.', table(['', ''], rows)].join('\n\n')
}

function targetText(figure: Figure, target: number): string {
  const sign = figure.better === 'more' ? '≥' : '≤'
  return `${sign} ${valueText(target, judgedUnit(figure))}`
}

function headingOf({ id, title }: Kept['outcome']): string {
  return `${id} ${title}`
}

function hardwareOf({ cores, processor, system }: Machine): string {
  return `${cores} × ${processor}, ${system}`
}

/** As Markdown on the web names a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
