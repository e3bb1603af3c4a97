import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askSecret, firstLine, GaveUp } from './ask-secret.ts'

function terminal() {
  const raw: boolean[] = []
  const input = Object.assign(new PassThrough(), { setRawMode: (on: boolean) => raw.push(on) })
  const output = new PassThrough()
  return { raw, input, output, shown: () => String(output.read() ?? '') }
}

test('typed input is hidden, can be corrected, and ends with Enter; the next question gets the next line', async () => {
  const at = terminal()
  const first = askSecret(at, 'Password: ')
  for (const key of ['s', 'é', 'x', '\u007f', 'cret', '\r']) at.input.write(key)
  expect(await first).toBe('sécret')
  const second = askSecret(at, 'Again: ')
  at.input.write('pasted at once\r')
  expect(await second).toBe('pasted at once')
  expect(at.shown()).toBe('Password: \nAgain: \n')
  expect(at.raw).toEqual([true, false, true, false])
})

test.each(['\u0003', '\u0004'])('Ctrl-C and Ctrl-D cancel, and the terminal is restored (%j)', async (key) => {
  const at = terminal()
  const asked = askSecret(at, 'Password: ')
  at.input.write(`half a pass${key}`)
  await expect(asked).rejects.toBeInstanceOf(GaveUp)
  expect(at.raw).toEqual([true, false])
})

test('piped input counts its first line, with any line ending', async () => {
  for (const text of ['a secret', 'a secret\n', 'a secret\r\nmore\n']) {
    const input = new PassThrough()
    input.end(text)
    expect(await firstLine(input)).toBe('a secret')
  }
})
