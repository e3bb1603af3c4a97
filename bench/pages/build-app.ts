import { rm } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Builds client and server as `npm start` does: only what has changed. A server looks for its client when it starts, so this comes first. */
export async function buildApp(): Promise<void> {
  const toolbox: { build(): void } = await import(path.join(ROOT, 'bin/toolbox.mjs'))
  // A build with a plain way in it (bench/plain) is never mistaken for the app's own.
  const isPlain = (process.env['PADDOCK_PLAIN'] ?? '') !== ''
  const forgetBuild = () => rm(path.join(ROOT, 'dist/.sources'), { force: true })
  if (isPlain) await forgetBuild()
  toolbox.build()
  if (isPlain) await forgetBuild()
}
