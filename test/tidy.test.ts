import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { importsOf, isDescribeBlock, isMemberName, lineOf, nodesOf, ourFiles, read } from './source-tree.ts'

/** The rules of the source tree. Every fault says where it is, what is wrong and what to do instead; ARCHITECTURE.md gives the reasons. */
const THIS_FILE = 'test/tidy.test.ts'

const FEATURES = (
  'accounts payments membership verification auctions sellers lots ' +
  'content bidding catalog seo calendar invoices settlements selling notifications marketing support risk reporting'
).split(' ')

/** What the files of a top folder may import from; folders missing here are above all others and may import anything. */
const BELOW: Record<string, readonly string[]> = {
  engine: ['engine'],
  contract: ['contract', 'engine'],
  server: ['server', 'contract', 'engine'],
  web: ['web', 'contract'],
}

/** Where the browser runs the rules on purpose. */
const RUNS_THE_ENGINE = /^web\/.*(simulator|simulation|ledger-verif|verify-ledger|verifier)/

const LINES_PER_FILE_MAX = 300
const LINES_PER_FUNCTION_MAX = 70
const files = ourFiles()
const sources = files
  .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file))
  .map((file) => ({ file, tree: ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true) }))
const imports = sources.flatMap(({ file, tree }) => importsOf(tree).map((found) => ({ file, ...found })))

test('imports go down the layers: web and server stand on contract, contract on engine', () => {
  const faults = imports.flatMap(({ file, line, target }) => {
    const [from, to] = [topOf(file), topOf(target ?? '')]
    const allowed = BELOW[from]
    if (target === null || allowed === undefined || allowed.includes(to)) return []
    if (isTest(file) && to === 'test') return []
    if (from === 'web' && to === 'engine' && RUNS_THE_ENGINE.test(file)) return []
    return [
      `${file}:${line} imports ${target}: ${from}/ may import only from ${allowed.join('/, ')}/. Move the shared part down.`,
    ]
  })
  expect(faults).toEqual([])
})

test('files do not import each other in a circle, not even for a type', () => {
  expect(circlesAmong(imports.map(({ file, target }) => [file, target]))).toEqual([])
})

test('the folders of a feature do not import each other in a circle', () => {
  const arrows = imports
    .filter(({ file, target }) => target !== null && featureOf(file) === featureOf(target) && !isTest(file))
    .map(({ file, target }): [string, string] => [folderOf(file), folderOf(target!)])
  expect(circlesAmong(arrows.filter(([from, to]) => from !== to))).toEqual([])
})

test('the engine and the contract need nothing but themselves and, for shapes, zod/mini', () => {
  const faults = imports.flatMap(({ file, line, specifier, target }) => {
    const top = topOf(file)
    if (target !== null || isTest(file) || (top !== 'engine' && top !== 'contract')) return []
    if (top === 'contract' && specifier === 'zod/mini') return []
    return [
      `${file}:${line} imports "${specifier}": ${top}/ stays free of packages and of Node. Pass the value in as an argument.`,
    ]
  })
  expect(faults).toEqual([])
})

test('a feature uses the features before it, never one after it', () => {
  const faults = imports.flatMap(({ file, line, target }) => {
    const [from, to] = [featureOf(file), featureOf(target ?? '')]
    if (from === null || to === null || topOf(file) !== topOf(target ?? '') || isTest(file)) return []
    if (FEATURES.indexOf(to) <= FEATURES.indexOf(from)) return []
    return [
      `${file}:${line} reaches from ${from} forward into ${to} (${target}). Let ${to} come to ${from}: by the outbox on the server, by composing in the shell or a page on the web.`,
    ]
  })
  expect(faults).toEqual([])
})

test('the SQL of a feature (store.ts) is private to the feature', () => {
  const faults = imports.flatMap(({ file, line, target }) => {
    if (target === null || !/(^|\/)([a-z-]+-)?store\.ts$/.test(target) || featureOf(target) === null) return []
    if (featureOf(target) === featureOf(file)) return []
    return [
      `${file}:${line} imports ${target}. Ask the feature ${featureOf(target)} for a function in a public file instead.`,
    ]
  })
  expect(faults).toEqual([])
})

test('routes speak HTTP only', () => {
  const faults = sources
    .filter(({ file }) => /^server\/.*routes\.ts$/.test(file))
    .flatMap(({ file }) => linesMatching(file, /from 'kysely'/, 'move the SQL into a file beside it.'))
  expect(faults).toEqual([])
})

test('the ground floors know no features: platform, fast paths and the design system', () => {
  const ground = /^(server\/platform|server\/fast-path|contract\/platform|web\/platform|web\/fast-start|web\/ui)\//
  const faults = imports.flatMap(({ file, line, target }) => {
    if (target === null || isTest(file) || !ground.test(file)) return []
    if (
      (topOf(target) === 'contract' && topOf(file) !== 'contract') ||
      (featureOf(target) === null && !/^web\/(shell|pages)\//.test(target))
    )
      return []
    return [`${file}:${line} imports ${target}. What all features stand on may not lean on one of them.`]
  })
  expect(faults).toEqual([])
})

test('the engine has no clock, no randomness and no I/O', () => {
  const outside =
    /^(Date|process|console|performance|crypto|fetch|window|document|globalThis|setTimeout|setInterval|require)$/
  const faults = sources.flatMap(({ file, tree }) => {
    if (topOf(file) !== 'engine' || isTest(file)) return []
    return nodesOf(tree).flatMap((node) => {
      const random = ts.isPropertyAccessExpression(node) && node.getText() === 'Math.random'
      const global = ts.isIdentifier(node) && outside.test(node.text) && !isMemberName(node)
      return random || global
        ? [`${at(file, tree, node)} uses ${node.getText()}. Time, identity and chance are arguments in engine/.`]
        : []
    })
  })
  expect(faults).toEqual([])
})

test('a file has at most 300 lines', () => {
  const faults = sources.flatMap(({ file, tree }) => {
    const lines = tree.getLineAndCharacterOfPosition(tree.end).line
    return lines > LINES_PER_FILE_MAX
      ? [`${file} has ${lines} lines. Find the second subject in it and give it a file.`]
      : []
  })
  expect(faults).toEqual([])
})

test('a function has at most 70 lines', () => {
  const faults = sources.flatMap(({ file, tree }) =>
    nodesOf(tree).flatMap((node) => {
      if (!ts.isFunctionLike(node) || isDescribeBlock(node)) return []
      const lines = lineOf(tree, node.end) - lineOf(tree, node.getStart()) + 1
      if (lines <= LINES_PER_FUNCTION_MAX) return []
      return [
        `${at(file, tree, node)} is a function of ${lines} lines. Keep the branching here and move the leaves out.`,
      ]
    }),
  )
  expect(faults).toEqual([])
})

test('what tests share is named *.test-support.ts', () => {
  const faults = files
    .filter((file) => BELOW[topOf(file)] !== undefined && /(?<![a-z])test-(?!support\.tsx?$)/.test(path.basename(file)))
    .map((file) => `${file}: name it after what it holds, and end with .test-support.ts.`)
  expect(faults).toEqual([])
})

test('no file or folder is a drawer for everything', () => {
  const drawer = /(^|[-/])(utils?|helpers?|common|misc|manager|service)(\.|\/|$)/
  const faults = files
    .filter((file) => drawer.test(file))
    .map((file) => `${file}: name it after the one thing it holds.`)
  expect(faults).toEqual([])
})

test('nothing is left unfinished', () => {
  const marks = /\b(TODO|FIXME|XXX)\b/
  const fillers = /lorem ipsum|coming soon/i
  const faults = files
    .filter((file) => /\.(ts|tsx|mjs|js|css|html|sql|md)$/.test(file) && file !== THIS_FILE)
    .flatMap((file) => [
      ...linesMatching(file, marks, 'finish it, or take it out.'),
      // A test may look for these words.
      ...(isTest(file) ? [] : linesMatching(file, fillers, 'write what is so today, or nothing.')),
    ])
  expect(faults).toEqual([])
})

test('type checks are not silenced', () => {
  const silenced = /@ts-(ignore|nocheck)/
  const faults = sources.flatMap(({ file, tree }) => {
    const anys = nodesOf(tree).filter((node) => node.kind === ts.SyntaxKind.AnyKeyword)
    return [
      ...anys.map((node) => `${at(file, tree, node)} says any. Use unknown and narrow it, or name the shape.`),
      ...(file === THIS_FILE ? [] : linesMatching(file, silenced, 'mend the type instead.')),
    ]
  })
  expect(faults).toEqual([])
})

test('no test is skipped, and none runs alone', () => {
  const faults = sources.flatMap(({ file, tree }) =>
    nodesOf(tree).flatMap((node) => {
      if (!ts.isPropertyAccessExpression(node) || !['only', 'skip', 'todo'].includes(node.name.text)) return []
      if (!/^(test|it|describe)\b/.test(node.expression.getText())) return []
      return [`${at(file, tree, node)} has ${node.getText()}. Mend the test or delete it.`]
    }),
  )
  expect(faults).toEqual([])
})

test('the features are in one order: here, in the server and in ARCHITECTURE.md', () => {
  const listed = [...read('server/features.ts').matchAll(/^  (\w+)Feature,$/gm)].map(([, name]) => name)
  expect(listed).toEqual(FEATURES)
  expect(read('ARCHITECTURE.md')).toContain(`\`${FEATURES.join(' → ')}\``)
})

test('every migration has its own number', () => {
  const names = files.filter((file) => /^server\/migrations\/.*\.sql$/.test(file)).map((file) => path.basename(file))
  const numbers = names.map((name) => Number(/^(\d{4})_[a-z0-9_-]+\.sql$/.exec(name)?.[1]))
  expect(numbers.filter((number, index) => Number.isNaN(number) || numbers.indexOf(number) !== index)).toEqual([])
})

function linesMatching(file: string, pattern: RegExp, advice: string): string[] {
  return read(file)
    .split('\n')
    .flatMap((line, index) => {
      const found = pattern.exec(line)
      return found === null ? [] : [`${file}:${index + 1} says "${found[0]}": ${advice}`]
    })
}

function topOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** Tests, what they share, and the models they compare with. */
function isTest(file: string): boolean {
  return /\.test(-support)?\.tsx?$/.test(file) || file.startsWith('test/')
}

/** The feature of `server/lots/…`, `web/lots/…` or `contract/lots/lots.ts`; null for other files. */
function featureOf(file: string): string | null {
  const [top, next = ''] = file.split('/')
  if (top !== 'server' && top !== 'web' && top !== 'contract') return null
  return FEATURES.includes(next) ? next : null
}

/** The folder within a feature that contains a file; for a file directly in the feature, the file itself. */
function folderOf(file: string): string {
  const parts = file.split('/')
  return parts.length > 3 ? parts.slice(0, 3).join('/') : file
}

function circlesAmong(arrows: readonly (readonly [from: string, to: string | null])[]): string[] {
  const targets = Map.groupBy(arrows, ([from]) => from)
  const seen = new Map<string, 'on the way' | 'done'>()
  const circles: string[] = []
  const visit = (place: string, way: readonly string[]) => {
    if (seen.get(place) === 'on the way') circles.push([...way.slice(way.indexOf(place)), place].join(' → '))
    if (seen.has(place)) return
    seen.set(place, 'on the way')
    for (const [, to] of targets.get(place) ?? []) if (to !== null) visit(to, [...way, place])
    seen.set(place, 'done')
  }
  for (const place of targets.keys()) visit(place, [])
  return circles
}

function at(file: string, tree: ts.SourceFile, node: ts.Node): string {
  return `${file}:${lineOf(tree, node.getStart())}`
}
