import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Builds client and server as `npm start` does: only what has changed. A server looks for its client when it starts, so this comes first. */
export async function buildApp(): Promise<void> {
  const toolbox: { build(): void } = await import(path.join(ROOT, 'bin/toolbox.mjs'))
  toolbox.build()
}
