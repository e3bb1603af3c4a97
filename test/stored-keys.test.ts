import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { STORED } from '#contract/platform/stored-keys.ts'
import { lineOf, nodesOf } from './source-tree.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const WEB = path.join(ROOT, 'web')

/** The files that may access the browser's storage: the one that checks consent, the one that runs before it, those that clear or fill the caches, and the one that keeps photos until they are uploaded. */
const MAY: Record<string, readonly string[]> = {
  localStorage: ['web/platform/stored.ts', 'web/shell/load-language.ts'],
  sessionStorage: ['web/platform/stored.ts'],
  caches: ['web/platform/session.tsx', 'web/public/sw.js'],
  indexedDB: ['web/lots/camera/kept-photos.ts'],
  cookieStore: [],
}

test('the browser stores nothing except through web/platform/stored.ts, which knows every key and asks for consent', () => {
  const faults = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.test(-support|-fixture)?\.\w+$/.test(file))
    .flatMap((file) => usesIn(path.posix.join('web', file)))
  expect(faults).toEqual([])
})

test('every cookie that the server sets is a key of web/platform/stored-keys.ts, and so on the privacy page', () => {
  const server = path.join(ROOT, 'server')
  const cookies = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test(-support)?\.ts$/.test(file))
    .flatMap((file) => readFileSync(path.join(server, file), 'utf8').match(/(?<=__Host-)paddock_\w+/g) ?? [])
  const listed = Object.entries(STORED).flatMap(([name, { where }]) => (where === 'cookie' ? [name] : []))
  expect([...new Set(cookies)].toSorted()).toEqual(listed.toSorted())
})

function usesIn(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(path.join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
  return nodesOf(tree).flatMap((node) => {
    if (!ts.isIdentifier(node)) return []
    const isCookie = node.text === 'cookie' && node.parent.getText().endsWith('document.cookie')
    if (!isCookie && (!Object.hasOwn(MAY, node.text) || MAY[node.text]?.includes(file))) return []
    return [
      `${file}:${lineOf(tree, node.getStart())} uses ${node.text}. Add a key to stored-keys.ts and use stored.ts.`,
    ]
  })
}
