import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { Plot } from '../figures.ts'

/** Distinguishable without color vision: the lines also differ in their points. */
const COLOURS = ['#0b6e4f', '#c1440e', '#33658a', '#8d6a9f', '#5c5c5c']
const WIDTH = 560
const HEIGHT = 300

/** Draws a plot as SVG text, without a browser. */
export async function drawPlot(plot: Plot): Promise<string> {
  const view = new View(parse(compile(specOf(plot)).spec), { renderer: 'none' })
  try {
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

/** Draws the plots into `folder`, each under its name; returns the file names. */
export async function writePlots(folder: string, plots: readonly Plot[]): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    plots.map(async (plot) => {
      const file = `${plot.name}.svg`
      await writeFile(path.join(folder, file), `${await drawPlot(plot)}\n`)
      return file
    }),
  )
}

function specOf({ title, x, y, series }: Plot): TopLevelSpec {
  const values = series.flatMap(({ name, points }) => points.map(([at, value]) => ({ x: at, y: value, series: name })))
  const names = series.map(({ name }) => name)
  const scaleOf = (axis: { log?: boolean }) => (axis.log === true ? { type: 'log' as const } : { zero: true })
  const by = { field: 'series', type: 'nominal' as const, scale: { domain: names } }
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title,
    // A page may be dark; the axes are not.
    background: '#ffffff',
    padding: 12,
    width: WIDTH,
    height: HEIGHT,
    data: { values },
    mark: { type: 'line', point: { filled: true, size: 45 } },
    encoding: {
      x: { field: 'x', type: 'quantitative', title: x.label, scale: scaleOf(x) },
      y: { field: 'y', type: 'quantitative', title: y.label, scale: scaleOf(y) },
      color: { ...by, title: null, scale: { domain: names, range: COLOURS.slice(0, names.length) } },
      shape: { ...by, title: null },
    },
    config: { font: 'sans-serif' },
  }
}
