import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ourFiles, read, ROOT } from './source-tree.ts'

/** What documents and comments name is there: files, folders and commands. */

const files = ourFiles()

test('documents name only commands and files that exist', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const faults = files
    .filter((file) => /^([A-Z]+|docs\/.*)\.md$/.test(file))
    .flatMap((file) => {
      const text = read(file)
      const commands = [...text.matchAll(/npm (?:run (?:-\S+ )*([a-z][\w:-]*)|(start|test)\b)/g)].map(
        (found) => found[1] ?? found[2] ?? '',
      )
      const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)].map((found) => found[1] ?? '')
      return [
        ...commands
          .filter((name) => !scripts.includes(name))
          .map((name) => `${file} names "npm run ${name}", which package.json lacks.`),
        ...missingIn(text.replaceAll(/\]\([^)]*\)/g, ']')).map((name) => `${file} names ${name}, which is not there.`),
        ...links
          .filter((link) => !existsSync(path.resolve(ROOT, path.dirname(file), link)))
          .map((link) => `${file} links to ${link}, which is not there.`),
      ]
    })
  expect(faults).toEqual([])
})

test('comments name only files that exist', () => {
  const comments = /(?<=^|\s)\/\*{1,2}\s[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm
  const faults = files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(comments)]
        .flatMap(([comment]) => missingIn(comment))
        .map((name) => `${file} names ${name} in a comment, which is not there.`),
    )
  expect(faults).toEqual([])
})

/** The files, and the folders in backticks, that a text names and that aren't there; a path may leave out where it begins. */
function missingIn(text: string): string[] {
  const file = /(?<![\w<>*.…/-])((?:[\w@-]+\/)*[\w@-]+(?:\.[\w@-]+)*\.(?:tsx?|mjs|css|sql|md))(?![\w-]|\.\w)/g
  const config = /`((?:[\w@-]+\/)+[\w.@-]+\.(?:json|ya?ml|conf))`/g
  const folder = /`((?:[\w@.-]+\/)+)`/g
  const isThere = (name: string) => files.some((one) => one === name || one.endsWith(`/${name}`))
  const isFolder = (name: string) => files.some((one) => one.startsWith(name) || one.includes(`/${name}`))
  return [
    ...[file, config].flatMap((pattern) => namesIn(text, pattern)).filter((name) => !isThere(name)),
    ...namesIn(text, folder).filter((name) => !isFolder(name)),
  ]
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
