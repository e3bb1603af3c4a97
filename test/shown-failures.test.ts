import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const WEB = path.resolve(import.meta.dirname, '../web')

/** The message of a failure may be a proxy's page; only a form's or a file's own errors are texts of ours. */
const RAW = /\b(error|failure|refusal|refused)\.message\b/
/** Where details are asked for, and where the sentence is made. */
const MAY = ['shell/start-failure.ts', 'shell/screen-failure.tsx', 'platform/request-error.ts']

test('no screen shows the raw message of a failure: failureMessage makes a sentence of it', () => {
  const faults = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test') && !MAY.includes(file))
    .flatMap((file) =>
      readFileSync(path.join(WEB, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (RAW.test(line) && !line.includes('UnfitFile') ? [`web/${file}:${index + 1}`] : [])),
    )
  expect(faults).toEqual([])
})
