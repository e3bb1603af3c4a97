import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from '#server/platform/root.ts'

/** Runs `npm run replay` on files with these contents, called `1.json`, `2.json` and so on. */
export async function replayFiles(...contents: (string | Uint8Array)[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-replay-'))
  const names = contents.map((_, index) => `${index + 1}.json`)
  await Promise.all(names.map((name, index) => writeFile(path.join(folder, name), contents[index]!)))
  const args = [path.join(ROOT, 'bin/replay.ts'), ...names]
  const replayed = await new Promise<{ code: number; stderr: string; results: unknown[] }>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (failure, stdout, stderr) => {
      const code = failure === null ? 0 : Number(failure.code)
      resolve({ code, stderr, results: stdout === '' ? [] : (JSON.parse(stdout) as unknown[]) })
    })
  })
  await rm(folder, { recursive: true })
  return replayed
}
