import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { replayFiles } from '../../bin/replay/replay-files.ts'

/** What `npm run replay` says of files with these contents, called `1.json`, `2.json` and so on. */
export async function replayContents(...contents: (string | Uint8Array)[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-replay-'))
  const files = contents.map((_, index) => path.join(folder, `${index + 1}.json`))
  await Promise.all(files.map((file, index) => writeFile(file, contents[index]!)))
  const { code, stdout, stderr } = await replayFiles(files)
  await rm(folder, { recursive: true })
  const results = stdout === '' ? [] : (JSON.parse(stdout) as unknown[])
  return { code, stderr: stderr.replaceAll(`${folder}${path.sep}`, ''), results }
}
