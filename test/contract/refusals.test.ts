import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/all.ts'
import { REJECTION_CODES } from '#engine'
import { ROOT } from '#server/platform/root.ts'
import { lineOf, nodesOf } from '../source-tree.ts'

/**
 * In every test `serve` checks that an endpoint refuses only with codes it declares; here: every code in use is declared, and every
 * declared code is used.
 */

type Made = { code: string; where: string }

/** Codes in `refuse('…', …)` of the server, and those of the engine's guards. */
const MADE: Made[] = [...sourcesIn('server'), ...sourcesIn('engine')].flatMap(({ file, tree }) =>
  nodesOf(tree).flatMap((node) => {
    if (!ts.isCallExpression(node) || !/^refuse(With)?$/.test(node.expression.getText())) return []
    const [code] = node.arguments
    if (code === undefined || !ts.isStringLiteral(code)) return []
    return [{ code: code.text, where: `${file}:${lineOf(tree, node.getStart())}` }]
  }),
)

const LISTED = new Set(ENDPOINTS.flatMap(({ rejections = [] }) => rejections))
/** Answered as problems with status 429 and 503. */
const PROBLEMS = new Set(['rate-limited', 'busy'])

test('every code with which the server or the engine refuses is in the contract of some endpoint', () => {
  expect(MADE.length).toBeGreaterThan(20)
  const unlisted = MADE.filter(({ code }) => !LISTED.has(code))
  expect(unlisted).toEqual([])
  expect(REJECTION_CODES.filter((code) => !LISTED.has(code) && !PROBLEMS.has(code))).toEqual([])
})

test('every code that the contract lists is in use', () => {
  const made = new Set([...MADE.map(({ code }) => code), ...REJECTION_CODES])
  expect([...LISTED].filter((code) => !made.has(code))).toEqual([])
})

test('codes are words with hyphens, listed once each', () => {
  for (const { path: at, rejections = [] } of ENDPOINTS) {
    for (const code of rejections) expect(code, at).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(new Set(rejections).size, at).toBe(rejections.length)
  }
})

function sourcesIn(folder: string): { file: string; tree: ts.SourceFile }[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test(-model)?\.ts$/.test(file))
    .map((file) => {
      const name = `${folder}/${file}`
      return {
        file: name,
        tree: ts.createSourceFile(name, readFileSync(path.join(ROOT, name), 'utf8'), ts.ScriptTarget.Latest, true),
      }
    })
}
