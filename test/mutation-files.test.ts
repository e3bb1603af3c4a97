import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const PROGRAM = path.join(import.meta.dirname, '..', 'bin', 'mutation.ts')
const WHOLE = ['the whole engine']

let folder: string
let repository: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'paddock-mutation-'))
  repository = path.join(folder, 'repository')
  mkdirSync(path.join(repository, 'engine'), { recursive: true })
  git('init', '--quiet', '--initial-branch=main')
  write('bid', 'bid.test', 'price', 'stories.test')
  commit()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(...args: string[]): void {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  execFileSync('git', [...author, ...args], { cwd: repository, stdio: 'ignore' })
}

/** Gives files of the engine new content. */
function write(...names: string[]): void {
  for (const name of names) writeFileSync(path.join(repository, 'engine', `${name}.ts`), `// ${Math.random()}\n`)
}

function remove(...names: string[]): void {
  for (const name of names) rmSync(path.join(repository, 'engine', `${name}.ts`))
}

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'A change')
}

/** What `npm run mutation -- --changed` would mutate. */
function chosen(flag = '--changed', cwd = repository): string[] {
  const answer = execFileSync(process.execPath, [PROGRAM, flag, '--list'], { cwd, encoding: 'utf8', stdio: 'pipe' })
  return answer.split('\n').filter((line) => line !== '')
}

/** A clone of the repository, like CI's. */
function cloned(...options: string[]): string {
  const clone = path.join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', ...options, `file://${repository}`, clone])
  return clone
}

describe('on a branch, mutation', () => {
  beforeEach(() => git('checkout', '--quiet', '-b', 'work'))

  test('covers what changed since it left main, committed or not, new files included', () => {
    git('checkout', '--quiet', 'main')
    write('price')
    commit()
    git('checkout', '--quiet', 'work')
    write('bid')
    commit()
    expect(chosen()).toEqual(['engine/bid.ts'])
    write('limit')
    expect(chosen()).toEqual(['engine/bid.ts', 'engine/limit.ts'])
  })

  test('covers the file whose test was edited or removed', () => {
    write('bid.test')
    commit()
    expect(chosen()).toEqual(['engine/bid.ts'])
    remove('bid.test')
    commit()
    expect(chosen()).toEqual(['engine/bid.ts'])
  })

  test('covers everything if a test of the whole engine was edited or removed', () => {
    write('stories.test')
    commit()
    expect(chosen()).toEqual(WHOLE)
    remove('stories.test')
    commit()
    expect(chosen()).toEqual(WHOLE)
  })

  test('covers nothing more if such a test only gained lines, or if a file that tests share changed', () => {
    appendFileSync(path.join(repository, 'engine', 'stories.test.ts'), '// one more\n')
    write('bid', 'story-runner.test-support')
    commit()
    expect(chosen()).toEqual(['engine/bid.ts'])
  })

  test('skips a deleted file, deleted alone or with its test', () => {
    remove('price')
    commit()
    expect(chosen()).toEqual([])
    remove('bid', 'bid.test')
    commit()
    expect(chosen()).toEqual([])
  })

  test('covers nothing if only other parts of the repository changed', () => {
    writeFileSync(path.join(repository, 'README.md'), 'Paddock\n')
    commit()
    expect(chosen()).toEqual([])
  })
})

describe('on the main branch, mutation', () => {
  test('covers what changed in the last 30 commits, even in a fresh clone', () => {
    for (let count = 0; count < 29; count += 1) commit()
    write('price')
    commit()
    expect(chosen()).toEqual(['engine/price.ts'])
    expect(chosen('--changed', cloned())).toEqual(['engine/price.ts'])
    for (let count = 0; count < 30; count += 1) commit()
    expect(chosen()).toEqual([])
  })

  test('covers the whole engine if the history is shorter, as in a shallow clone', () => {
    expect(chosen()).toEqual(WHOLE)
    for (let count = 0; count < 40; count += 1) commit()
    expect(chosen('--changed', cloned('--depth=5'))).toEqual(WHOLE)
  })

  test('covers what was committed after the remote main branch', () => {
    const clone = cloned()
    repository = clone
    write('bid')
    commit()
    expect(chosen()).toEqual(['engine/bid.ts'])
  })
})

test('accepts a revision; an unknown one is an error, not a guess', () => {
  git('tag', 'before')
  write('bid')
  commit()
  write('price')
  commit()
  expect(chosen('--changed=before')).toEqual(['engine/bid.ts', 'engine/price.ts'])
  expect(() => chosen('--changed=nowhere')).toThrow('git knows no revision "nowhere"')
})
